import { spawn } from 'node:child_process';
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

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Called with its process once it has started. */
  readonly started?: (pid: number) => void;
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
  { env = {}, args = [], started }: RunOptions = {},
): Promise<{ readonly ms: number; readonly peakMb: number }> {
  await using server = await startModelServer(answer);
  using home = temporaryDirectory();
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, 'number.txt'), 'seven\n');
  const began = performance.now();
  const own = ['-p', 'Do the work.', '--model', 'anthropic/test'];
  const child = spawn(process.execPath, [PROGRAM, ...own, ...args], {
    cwd: directory.path,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: home.path, ANTHROPIC_BASE_URL: server.address },
      ...{ ANTHROPIC_API_KEY: 'test', ...env },
    },
  });
  started?.(child.pid ?? 0);
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid ?? 0) ?? 0)), 10);
  const status = new Promise<number | null>((done) => child.once('close', done));
  const said = await text(child.stderr);
  const code = await status;
  clearInterval(timer);
  if (code !== 0) throw new Error(`the program failed: ${said.slice(0, 500)}`);
  return { ms: performance.now() - began, peakMb: peak / 1024 };
}
