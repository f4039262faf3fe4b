import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession, type CommandRequest, type ProcessSession } from '../src/index.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from './helpers.ts';

let directory: TemporaryDirectory;
let session: ProcessSession;
beforeEach(() => {
  directory = temporaryDirectory();
  session = createProcessSession();
});
afterEach(async () => {
  await session.dispose();
  directory.dispose();
});

const at = (name: string): string => join(directory.path, name);
const run = (command: string, more: Partial<CommandRequest> = {}) =>
  session.run({ command, cwd: directory.path, outputPath: at('output'), ...more });

describe('input and outputs in files of their own', () => {
  it('a command reads its input to the end, by descriptor and by name', async () => {
    writeFileSync(at('input'), 'one\ntwo\n');
    await run('read -r line; echo "$line"; cat; cat /dev/stdin | wc -l', { inputPath: at('input') });
    expect(readFileSync(at('output'), 'utf8')).toMatch(/^one\ntwo\n/);
  });

  it('keeps standard error apart, and counts it', async () => {
    const result = await run('echo out; echo error >&2', { errorPath: at('error') });
    expect(readFileSync(at('output'), 'utf8')).toBe('out\n');
    expect(readFileSync(at('error'), 'utf8')).toBe('error\n');
    expect(result.outputBytes).toBe('out\nerror\n'.length);
    const end = (await run('cat /dev/zero >&2', { errorPath: at('error'), maxOutputBytes: 1000 })).end;
    expect(end).toMatchObject({ status: 'output-limit' });
  });

  it('does not run a command whose input is missing', async () => {
    const result = await run('touch ran', { inputPath: at('nothing') });
    expect(result.end).toMatchObject({ status: 'spawn-failed', code: 'input-unreadable' });
    expect(existsSync(at('ran'))).toBe(false);
  });
});

it('what a command leaves behind is kept until the session ends, when that is wished', async () => {
  const result = await run('sleep 1000 & echo $! >pid', { leftBehind: 'keep' });
  expect(result).toMatchObject({ end: { status: 'exited', code: 0 }, stopped: [] });
  const [pid = 0] = readPids(at('pid'));
  expect(isRunning(pid)).toBe(true);
  await session.dispose();
  await until(() => !isRunning(pid), 'the process is gone with its session');
});
