import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@sluice/core';

const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
/** Without it, the program isn't built. */
export const BUNDLE = fileURLToPath(new URL('../../packages/sluice/dist/cli.js', import.meta.url));

export interface ExecCalls extends AsyncDisposable {
  /** One call, one after the other. Its result as the line that the program prints. */
  call(name: string, input: JsonObject): Promise<string>;
}

/** Starts `sluice exec` of the build in a directory that is also its home. */
export function openExec(directory: string, settings: JsonObject): ExecCalls {
  const args = [PROGRAM, 'exec', '--output-format', 'jsonl', '--settings', JSON.stringify(settings)];
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let calls = 0;
  return {
    async call(name, input) {
      calls += 1;
      const id = `call-${calls}`;
      child.stdin.write(`${JSON.stringify({ type: 'tool_use', id, name, input })}\n`);
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- lines come one after the other
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`sluice exec ended before the result of ${name}.`);
        if (value.includes(`"tool_use_id":"${id}"`)) return value;
      }
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
