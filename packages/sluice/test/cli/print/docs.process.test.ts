import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parsePrintOptions } from '../../../src/cli/print/parse-print-options.ts';
import { HELP } from '../../../src/cli/print/usage.ts';
import { CLI } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { printPlace } from './support/print.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/headless.md'), 'utf8');

test('the program of the documentation answers a question', async () => {
  const [, source = ''] = /```js\n(.*?)```/su.exec(document) ?? [];
  const cwd = scratch();
  const bin = scratch();
  const command = [process.execPath, ...CLI].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(bin, 'sluice'), `#!/bin/sh\nexec ${command} "$@"\n`);
  chmodSync(join(bin, 'sluice'), 0o755);
  writeFileSync(join(cwd, 'client.mjs'), source);
  const file = join(cwd, 'hello.txt');
  await using server = await startModelServer([
    calls(['Write', { file_path: join(cwd, 'other.txt'), content: 'x' }]),
    calls(['Write', { file_path: file, content: 'Good morning!' }]),
    words('There it is.'),
  ]);
  const { env } = printPlace(server);
  const child = spawn(process.execPath, ['client.mjs'], {
    cwd,
    env: { ...process.env, ...env, PATH: `${bin}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(await text(child.stdout)).toBe('There it is.\n');
  expect(readFileSync(file, 'utf8')).toBe('Good morning!');
  expect(existsSync(join(cwd, 'other.txt'))).toBe(false);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('Only hello.txt, please.');
});

test('the commands of the documentation are understood', () => {
  const [, commands = ''] = /```sh\n(.*?)```/su.exec(document) ?? [];
  const lines = commands.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    // The shell splits the words, as it does for everyone.
    const shown = `sluice() { printf '%s\\0' "$@"; }; git() { :; }; ${line}`;
    const { stdout } = spawnSync('bash', ['-c', shown], { encoding: 'utf8' });
    expect(parsePrintOptions(stdout.split('\0').slice(0, -1)).kind, line).toBe('options');
  }
});

test('every option of --help is in the documentation, and no line of either is too long for a screen', () => {
  for (const line of HELP.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  for (const [option] of HELP.matchAll(/--[a-z][a-zA-Z-]+/gu)) expect(document).toContain(option);
  for (const [option] of document.matchAll(/--[a-z][a-zA-Z-]+/gu)) {
    const parsed = parsePrintOptions(['-p', `${option}=x`]);
    expect(parsed.kind === 'wrong' && parsed.message.startsWith('unknown option'), option).toBe(false);
  }
});
