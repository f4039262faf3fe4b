import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonObject } from '@sluice/core';
import type { AnswerFunction } from '../../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../../packages/agent/test/support/model-server/start-model-server.ts';
import { openAgent } from '../../../packages/session/src/agent/open-agent.ts';
import { openSessionParts } from '../../../packages/session/src/parts/open-session-parts.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** MB that this process holds after everything that is not needed is gone. */
async function heldMb(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    if (typeof collect === 'function') collect();
    // What was released by a callback goes with the next collection.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

/** MB that each of `count` agents holds beside its conversation while it waits for its model, and each that has ended. */
export async function heapOfAgents(
  count: number,
): Promise<{ readonly waiting: number; readonly ended: number }> {
  using directory = temporaryDirectory();
  const gate = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  const script: AnswerFunction = async ({ body }) => {
    const text = JSON.stringify(body['messages']);
    if (text.includes('Open them.'))
      return text.includes('tool_result')
        ? { content: [{ type: 'text', text: 'Waiting.' }] }
        : { content: Array.from({ length: count }, agentCall) };
    arrived += 1;
    if (arrived === count) all.resolve();
    await gate.promise;
    return { content: [{ type: 'text', text: 'Seven.' }] };
  };
  await using server = await startModelServer(script);
  process.env['ANTHROPIC_API_KEY'] ??= 'test';
  process.env['CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS'] = String(count);
  const opened = await openSessionParts({
    cwd: directory.path,
    sessionDirectory: join(directory.path, 'session'),
    settings: { files: ['{"agents":{"maxPerPrompt":1000}}'] },
    agents: {},
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  const found = await openAgent(parts, { model: 'anthropic/claude-sonnet-4-5', baseUrl: server.address });
  if (!found.ok) throw new Error(found.error.message);
  const { agent } = found;
  const before = await heldMb();
  for await (const event of agent.run('Open them.')) if (event.type === 'result') break;
  await all.promise;
  const waiting = await heldMb();
  const conversations = server.requests.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
  gate.resolve();
  await Promise.all(
    agent.runtime.tasks.list().map(({ id }) => agent.runtime.tasks.wait(id, AbortSignal.timeout(60_000))),
  );
  // Nor what the model's side has of them.
  server.restart(script);
  server.closeIdleConnections();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const ended = await heldMb();
  await agent.close();
  await parts.dispose();
  return {
    waiting: (waiting - before - conversations / 1024 / 1024) / count,
    ended: (ended - before) / count,
  };
}

function agentCall(): { type: 'call'; name: string; input: JsonObject } {
  return { type: 'call', name: 'Agent', input: { description: 'Wait', prompt: 'Which number?' } };
}
