import { systemClock, type Clock } from '@sluice/core';
import { onTestFinished } from 'vitest';
import { createConnections, type Connections } from '../../src/http/connections.ts';
import { postStream, type PostAnswer, type PostRequest } from '../../src/http/post-stream.ts';

/** Connections to one address, closed when the test has ended. */
export async function connectTo(url: URL, env: Record<string, string> = {}): Promise<Connections> {
  const opened = await createConnections(url, env);
  if (!opened.ok) throw new Error(opened.message);
  onTestFinished(() => opened.connections.close());
  return opened.connections;
}

export interface Posted extends Partial<PostRequest> {
  readonly clock?: Clock;
}

export function post(url: URL, connections: Connections, changed: Posted = {}): Promise<PostAnswer> {
  const { clock = systemClock, ...rest } = changed;
  const request: PostRequest = {
    url,
    headers: { 'content-type': 'application/json' },
    body: [Buffer.from('{"a":'), Buffer.from('1}')],
    signal: new AbortController().signal,
    connectTimeoutMs: 60_000,
    firstByteTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    ...rest,
  };
  return postStream(request, connections, clock);
}
