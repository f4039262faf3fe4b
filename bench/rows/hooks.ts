import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, type AnyTool, type Hook } from '@sluice/core';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { loadSettings } from '@sluice/settings';
import { commandHooks } from '@sluice/hooks';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import { readRun } from '../support/read-run.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Every run of a hook leaves one byte, and reads what it is told. */
const HOOK = 'cat >/dev/null; printf x >> ran';

/** What hooks cost a call that does nothing: functions beside no hooks, commands beside bare children that run the same text. */
export const hooksRow: Row = {
  name: 'hooks',
  about:
    'a call with hooks before it: in-process ones against none, commands against bare spawns of the same programs, ten that take their time against one',
  async measure({ isQuick }) {
    const runs = isQuick ? 3 : 15;
    const batches = isQuick ? 3 : 11;
    return [
      await inProcess(0, batches),
      await inProcess(1, batches),
      await inProcess(10, batches),
      await unmatched(batches),
      await withHooks(1, runs),
      await withHooks(10, runs),
      await sideBySide(runs),
    ];
  },
};

/** Calls of one message. */
const CALLS = 1000;

/** What hooks cost that are functions: time of one call, against the same without hooks. */
async function inProcess(count: number, batches: number): Promise<Line> {
  const name = `a call with ${count} in-process ${count === 1 ? 'hook' : 'hooks'} before and after it, vs none`;
  using directory = temporaryDirectory();
  const tools = [nothing()];
  let ran = 0;
  const hooks = Array.from({ length: count }, (_, index): Hook[] => [
    { event: 'PreToolUse', name: `before-${index}`, run: () => void (ran += 1) },
    { event: 'PostToolUse', name: `after-${index}`, effects: 'none', run: () => void (ran += 1) },
  ]).flat();
  const hooked = createBenchRuntime({ tools, cwd: directory.path, hooks });
  const bare = createBenchRuntime({ tools, cwd: directory.path });
  const begin = (): void => void (ran = 0);
  const { results, ...measured } = await perCall(hooked, bare, batches, begin);
  const wanted = batches * CALLS;
  const missing = shortfall({ results: results / 2, ...(count > 0 && { hooks: ran / 2 / count }) }, wanted);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'µs', ...measured, target: { kind: 'none' } };
}

/** What command hooks cost that are about other tools. */
async function unmatched(batches: number): Promise<Line> {
  const name = 'a call with 0 of 10 command hooks, which match other tools, vs none';
  using directory = temporaryDirectory();
  await using processes = createProcessSession();
  const hooked = hookedRuntime(directory.path, 10, processes, { matcher: 'Other' });
  const bare = createBenchRuntime({ tools: [nothing()], cwd: directory.path });
  const { results, ...measured } = await perCall(hooked, bare, batches, () => {});
  const missing = shortfall({ results: results / 2 }, batches * CALLS);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'µs', ...measured, target: { kind: 'none' } };
}

type BenchRuntime = ReturnType<typeof createBenchRuntime>;

/** Times of one call in two runtimes, and how many results there were once it began to count. */
async function perCall(hooked: BenchRuntime, bare: BenchRuntime, batches: number, begin: () => void) {
  let results = 0;
  const calls = Array.from({ length: CALLS }, (_, index) => ({
    id: `call-${index}`,
    name: 'Nothing',
    input: {},
  }));
  const timed = async (runtime: BenchRuntime): Promise<number> => {
    const ms = await timeOf(async () => {
      results += (await readRun(runtime.run(calls))).ok;
    });
    return (ms * 1000) / CALLS;
  };
  const ours = (): Promise<number> => timed(hooked);
  const baseline = (): Promise<number> => timed(bare);
  await interleave(3, ours, baseline);
  results = 0;
  begin();
  const measured = await interleave(batches, ours, baseline);
  return { ...measured, results };
}

/** Ten hooks that each take a while: side by side they take as long as one. */
async function sideBySide(runs: number): Promise<Line> {
  const name = 'a call with 10 command hooks of 0.2 s each, vs one of them';
  using directory = temporaryDirectory();
  await using processes = createProcessSession();
  const runtimeOf = (count: number): BenchRuntime => {
    const cwd = join(directory.path, String(count));
    mkdirSync(cwd);
    return hookedRuntime(cwd, count, processes, { rest: '; sleep 0.2' });
  };
  const [ten, one] = [runtimeOf(10), runtimeOf(1)];
  let results = 0;
  const timed = (runtime: BenchRuntime) => (): Promise<number> =>
    timeOf(async () => {
      results += (await readRun(runtime.run([{ id: `call-${results}`, name: 'Nothing', input: {} }]))).ok;
    });
  const measured = await interleave(runs, timed(ten), timed(one));
  const missing = shortfall({ results: results / 2 }, runs);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } };
}

async function withHooks(count: number, runs: number): Promise<Line> {
  const name = `a call with ${count} command ${count === 1 ? 'hook' : 'hooks'}, vs as many bare spawns at once`;
  using directory = temporaryDirectory();
  const { path } = directory;
  await using processes = createProcessSession();
  const runtime = hookedRuntime(path, count, processes);
  let results = 0;
  const ours = (): Promise<number> =>
    timeOf(async () => {
      results += (await readRun(runtime.run([{ id: `call-${results}`, name: 'Nothing', input: {} }]))).ok;
    });
  const baseline = (): Promise<number> =>
    timeOf(() => Promise.all(Array.from({ length: count }, () => bareSpawn(path))));
  await interleave(2, ours, baseline);
  const measured = await interleave(runs, ours, baseline);
  const hooks = statSync(join(path, 'ran')).size / 2 / count;
  const missing = shortfall({ results, hooks }, runs + 2);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } };
}

function hookedRuntime(
  cwd: string,
  count: number,
  processes: ProcessSession,
  { matcher = '*', rest = '' }: { readonly matcher?: string; readonly rest?: string } = {},
): BenchRuntime {
  // Each with a name of its own, for the same hook twice runs once.
  const hooks = Array.from({ length: count }, (_, index) => ({
    type: 'command',
    command: `${HOOK}${rest} # ${index}`,
  }));
  mkdirSync(join(cwd, '.sluice'));
  writeFileSync(
    join(cwd, '.sluice/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks }] } }),
  );
  // The directory is its own home, so that no trust is asked for.
  const loaded = loadSettings({ cwd, home: cwd, env: {}, managedDirectories: [] });
  const found = commandHooks(loaded, {
    processes,
    env: process.env,
    sessionId: () => 'bench',
    transcriptPath: () => join(cwd, 'journal.jsonl'),
    permissionMode: () => 'default',
    knownTools: ['Nothing'],
    ruleMatcher: () => () => true,
    keepText: async () => undefined,
  });
  return createBenchRuntime({ tools: [nothing()], cwd, hooks: found.hooks });
}

function nothing(): AnyTool {
  return defineTool({
    name: 'Nothing',
    description: 'Does nothing.',
    inputSchema: z.object({}),
    isReadOnly: () => true,
    claims: () => [],
    call: async () => ({ data: 'nothing' }),
  });
}

async function bareSpawn(cwd: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', HOOK], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end('{}');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`sh ended with ${String(code)}`);
}
