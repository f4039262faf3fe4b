import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalRuntime } from '../src/runtime/open-local-runtime.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { until } from '../../sluice/test/cli/exec/support/until.ts';

it('what is wrong with a file by now, and what waits for the next start, is told while the session runs', async () => {
  const cwd = scratch();
  const file = join(cwd, '.sluice/settings.json');
  mkdirSync(join(cwd, '.sluice'));
  writeFileSync(file, '{}');
  const told: string[] = [];
  const opened = await openLocalRuntime({
    cwd,
    settings: { sources: ['project'] },
    onUnkept: (text) => void told.push(text),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(async () => void (await opened.runtime.dispose()));
  writeFileSync(file, '{\n"permissions": {"deny": [');
  await until(() => told[0]);
  expect(told.splice(0)).toEqual([
    expect.stringMatching(/settings\.json:2:\d+: Sluice can't tell what this file allows and denies/),
  ]);
  writeFileSync(file, '{"sandbox": {"enabled": true}, "permissions": {"deny": ["Read(x)"]}}');
  await until(() => told[0]);
  expect(told).toEqual([
    'The settings for sandbox.enabled have changed; the change takes effect at the next start.',
  ]);
});
