import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readProcessStat } from '../../src/identity/process-stat.ts';
import { programName } from '../../src/identity/program-name.ts';

const directory = mkdtempSync(join(tmpdir(), 'sluice-test-'));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

function script(name: string): string {
  const path = join(directory, name);
  writeFileSync(path, '#!/bin/sh\necho ready\nread line\n', { mode: 0o755 });
  return path;
}

const WAITS = "console.log('ready'); process.stdin.resume()";

it.each<[string, string, string[], string]>([
  ['Node, which names its main thread otherwise', process.execPath, ['-e', WAITS], 'node'],
  ['a script', script('serve-files'), [], 'serve-files'],
  ['a script with a name that the kernel cuts', script('serve-files-to-clients'), [], 'serve-files-to-'],
  ['a shell', 'bash', ['-c', 'echo ready; read line'], 'bash'],
  [
    'a program that gave itself a name',
    'bash',
    ['-c', 'printf worker >/proc/$$/comm; echo ready; read line'],
    'bash',
  ],
])('a person knows %s by its program', async (_title, command, args, name) => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const stat = readProcessStat(child.pid ?? 0);
  expect(stat && programName(stat)).toBe(name);
  child.stdin.end();
  await once(child, 'exit');
  // What has ended has the name that it had.
  expect(stat && programName(stat)).toBe(stat?.name);
});
