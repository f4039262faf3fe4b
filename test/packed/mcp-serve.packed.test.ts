import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, type Ended } from './packed.ts';

const require = createRequire(import.meta.url);
const INSPECTOR = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

/** The Inspector's command line, as the client of the installed `sluice mcp serve`. */
function inspect(cwd: string, ...args: readonly string[]): Ended {
  const directory = inject('packedDirectory');
  const server = [join(directory, 'app/node_modules/.bin/sluice'), 'mcp', 'serve', '--cwd', cwd];
  return spawnSync(process.execPath, [INSPECTOR, '--cli', process.execPath, ...server, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: join(directory, 'home') },
    encoding: 'utf8',
  });
}

it('lists tools that any model API takes, without errors', () => {
  const { status, stdout, stderr } = inspect(emptyDirectory(), '--method', 'tools/list', '--strict');
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/(^|\n)(0 errors|$)/),
  });
  const { tools }: { tools: readonly { name: string }[] } = JSON.parse(stdout);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bash', 'Edit', 'Read', 'Write']));
});

it('calls a tool, and is told what would allow one that needs permission', () => {
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'a.txt'), 'hello\n');
  const call = ['--method', 'tools/call', '--tool-name'];
  const read = inspect(cwd, ...call, 'Read', '--tool-arg', `file_path=${join(cwd, 'a.txt')}`);
  expect(JSON.parse(read.stdout)).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('hello') }],
    structuredContent: { type: 'text', file: { numLines: 1 } },
  });
  const denied = inspect(cwd, ...call, 'Bash', '--tool-arg', 'command=mkdir made');
  expect(denied.stdout).toContain('Bash(mkdir made)');
});
