import { mkdirSync, realpathSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchSettings, readSettings } from '../../src/index.ts';

test('a file that breaks before the watch begins keeps what it forbade', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-broken-')));
  try {
    const file = join(home, '.sluice', 'settings.json');
    mkdirSync(join(home, '.sluice'));
    writeFileSync(file, '{"permissions":{"allow":["Read"],"deny":["Bash(curl *)"]}}');
    const options = { cwd: home, env: {}, home, managedDirectories: [] };
    const first = readSettings(options);
    expect(first.loaded.rules).toHaveLength(2);
    writeFileSync(file, '{ broken');
    const changes: string[][] = [];
    const watch = watchSettings(
      options,
      ({ rules }) => changes.push(rules.map(({ behavior, text }) => `${behavior} ${text}`)),
      first,
    );
    expect(changes).toEqual([['deny Bash(curl *)']]);
    watch.close();
  } finally {
    rmSync(home, { recursive: true });
  }
});
