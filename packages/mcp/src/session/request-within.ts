import type { JsonObject } from '@sluice/core';
import { CallClock } from '../client/call-clock.ts';
import type { McpServer } from '../client/mcp-server.ts';
import type { PeerAnswer } from '../client/peer.ts';
import type { SendOptions } from '../client/send-request.ts';

/**
 * Sends a request that no run measures: it has the time of a call from when it is sent, and what the user takes to answer its server
 * doesn't count. Never rejects.
 */
export async function requestWithin(
  server: Pick<McpServer, 'request' | 'callMs'>,
  method: string,
  params: JsonObject,
  { signal, objection }: Pick<SendOptions, 'signal' | 'objection'>,
): Promise<PeerAnswer> {
  const { callMs } = server;
  const over = new AbortController();
  let clock: CallClock | undefined;
  const answer = await server.request(method, params, {
    signal: AbortSignal.any([signal, over.signal]),
    objection,
    // With it, progress is requested: it shows that the server still works.
    onProgress: () => {},
    idle: (wait) => clock?.wait(wait) ?? wait,
    onSend() {
      clock?.stop();
      clock = new CallClock(callMs, () => over.abort());
      clock.arm();
    },
  });
  clock?.stop();
  const isOver = answer.status === 'aborted' && over.signal.aborted && !signal.aborted;
  return isOver ? { status: 'timed-out', afterMs: callMs, isIdle: false } : answer;
}
