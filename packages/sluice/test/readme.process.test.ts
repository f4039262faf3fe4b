import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const directories: string[] = [];
afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

function node(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

describe('the README', () => {
  it('has a library example of under 20 lines that runs as printed', () => {
    const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(example.trimEnd().split('\n').length).toBeLessThan(20);
    const { status, stdout, stderr } = node([
      '--conditions=sluice-source',
      '--input-type=module',
      '-e',
      example,
    ]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('README.md');
    expect(stdout).toMatch(/You rolled a [1-6]\./);
  });

  it('names files that are there', () => {
    for (const [, path = ''] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
      expect(existsSync(join(root, path)), path).toBe(true);
    }
  });
});

describe('the demo', () => {
  it('ends with the mended project passing its test', () => {
    const { status, stdout } = node(['scripts/demo.ts']);
    expect(stdout).toContain('its test fails');
    expect(stdout).toContain('passes now');
    expect(status).toBe(0);
  });

  it('does real work: with another bug in the project its test still fails at the end', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-other-bug-'));
    directories.push(directory);
    cpSync(join(root, 'examples/fix-the-bug/project'), directory, { recursive: true });
    const money = join(directory, 'src/money.js');
    writeFileSync(money, readFileSync(money, 'utf8').replaceAll('100', '10'));
    const { status, stdout } = node(['scripts/demo.ts', '--project', directory]);
    expect(stdout).toContain('still fails');
    expect(status).toBe(1);
  });
});
