import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Answer } from '../../../packages/agent/test/support/model-server/script.ts';

const MAIN = fileURLToPath(
  new URL('../../../packages/agent/test/support/model-server/main.ts', import.meta.url),
);

const result = z.object({ type: z.literal('tool_result'), is_error: z.boolean().optional() });
const anyBlock = z.union([result, z.object({ type: z.string() })]);
const report = z.object({
  requests: z.array(
    z.object({
      bytes: z.number(),
      arrivedAt: z.number(),
      readAt: z.number(),
      marks: z.array(z.object({ what: z.string(), block: z.number(), at: z.number() })),
    }),
  ),
  problems: z.array(z.string()),
  lastBody: z.object({
    messages: z.array(z.object({ content: z.union([z.string(), z.array(anyBlock)]) })).default([]),
  }),
});

/** What the server saw of a run. Times are milliseconds since 1970. */
export type AgentReport = z.output<typeof report>;

/** The scripted model server in a process of its own, so that its work is none of this one's. */
export interface AgentServer extends AsyncDisposable {
  readonly address: string;
  play(script: readonly Answer[]): Promise<void>;
  report(): Promise<AgentReport>;
}

export async function startAgentServer(): Promise<AgentServer> {
  const child = spawn(process.execPath, ['--conditions=sluice-source', MAIN], {
    env: { ...process.env, SLUICE_MODEL_SERVER_CHECK: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The model server ended with ${String(code)}.`);
    }),
  ]);
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(String(line)));
  return {
    address,
    async play(script) {
      const response = await fetch(`${address}/script`, { method: 'PUT', body: JSON.stringify(script) });
      if (!response.ok) throw new Error(await response.text());
    },
    report: async () => report.parse(await (await fetch(`${address}/report`)).json()),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
