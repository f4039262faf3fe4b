import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Answer } from '../../../packages/agent/test/support/model-server/script.ts';
import type { AgentReport, AgentServer } from './agent-server.ts';

/** The same answers to bodies of the same sizes, from a client that does nothing else. */
export async function barePosts(
  server: AgentServer,
  script: readonly Answer[],
  sizes: readonly number[],
): Promise<AgentReport> {
  await server.play(script);
  const agent = new Agent({ keepAlive: true });
  const bytes = Buffer.alloc(Math.max(...sizes), ' ');
  for (const size of sizes) {
    const headers = { 'content-type': 'application/json', 'content-length': size };
    const sending = request(`${server.address}/v1/messages`, { method: 'POST', agent, headers });
    sending.end(bytes.subarray(0, size));
    const [response]: IncomingMessage[] = await once(sending, 'response');
    if (response === undefined) throw new Error('There was no answer.');
    response.resume();
    await once(response, 'end');
  }
  agent.destroy();
  return await server.report();
}
