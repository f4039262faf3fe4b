import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, node } from './packed.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/library.md'), 'utf8');

it('runs the whole agent of the library page in a project that has only the packed packages', () => {
  const example = /## An agent\n\n```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  const cwd = emptyDirectory();
  cpSync(join(root, 'examples/fix-the-bug/project'), cwd, { recursive: true });
  const recording = join(root, 'examples/fix-the-bug/session.sse');
  const program = example
    .replace("cwd: '.'", `cwd: ${JSON.stringify(cwd)}`)
    .replace('anthropic/claude-sonnet-4-5', `replay:${recording}`)
    .replace('acceptEdits', 'bypassPermissions');
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr, status } = node(['--input-type=module', '-e', program], { cwd: app });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^completed /);
  expect(status).toBe(0);
  expect(node(['--test'], { cwd }).status).toBe(0);
});

it("runs the README's library example as printed", () => {
  const example = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  const { stdout, stderr, status } = node(['--input-type=module', '-e', example]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/You rolled a [1-6]\./);
  expect(status).toBe(0);
});
