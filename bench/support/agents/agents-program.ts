import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@sluice/core';
import type { Answer, AnswerFunction } from '../../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../../packages/agent/test/support/model-server/start-model-server.ts';
import { peakMemory } from '../process-memory.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/sluice/bin/sluice.js', import.meta.url));

const REPORT = new URL('report-held-memory.ts', import.meta.url).href;

/** Bytes of JavaScript and its buffers that the program holds, without what a collection releases. */
export async function heldMemory(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('held');
  return Number((await answer)[0]);
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Called with its process once it has started. */
  readonly started?: (child: ChildProcess) => void;
  /** It answers `heldMemory`. Default: it does not. */
  readonly reportsMemory?: boolean;
}

export const says = (said: string): Answer => ({ content: [{ type: 'text', text: said }] });

export function agentCall(): { type: 'call'; name: string; input: JsonObject } {
  const input = { description: 'Read', prompt: 'Which number?', run_in_background: false };
  return { type: 'call', name: 'Agent', input };
}

export function readCall(): { type: 'call'; name: string; input: JsonObject } {
  return { type: 'call', name: 'Read', input: { file_path: 'number.txt' } };
}

/** One run of the built program on the prompt "Do the work.": its time, and the most memory that it had. */
export async function run(
  answer: AnswerFunction,
  { env = {}, args = [], started, reportsMemory = false }: RunOptions = {},
): Promise<{ readonly ms: number; readonly peakMb: number }> {
  await using server = await startModelServer(answer);
  using home = temporaryDirectory();
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, 'number.txt'), 'seven\n');
  const began = performance.now();
  const own = ['-p', 'Do the work.', '--model', 'anthropic/test'];
  const node = reportsMemory ? ['--expose-gc', '--import', REPORT] : [];
  const child = spawn(process.execPath, [...node, PROGRAM, ...own, ...args], {
    cwd: directory.path,
    stdio: ['ignore', 'ignore', 'pipe', ...(reportsMemory ? (['ipc'] as const) : [])],
    env: {
      ...{ PATH: process.env['PATH'], HOME: home.path, ANTHROPIC_BASE_URL: server.address },
      ...{ ANTHROPIC_API_KEY: 'test', ...env },
    },
  });
  started?.(child);
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid ?? 0) ?? 0)), 10);
  const status = new Promise<number | null>((done) => child.once('close', done));
  const said = child.stderr === null ? '' : await text(child.stderr);
  const code = await status;
  clearInterval(timer);
  if (code !== 0) throw new Error(`the program failed: ${said.slice(0, 500)}`);
  return { ms: performance.now() - began, peakMb: peak / 1024 };
}
