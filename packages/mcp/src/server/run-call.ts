import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { InputValidator, JsonObject, RunEvent } from '@sluice/core';
import { enterServedCall } from '../instances.ts';
import { callResult } from './call-result.ts';
import type { ClientLink } from './client-link.ts';
import { createElicitingAsker } from './eliciting-asker.ts';
import { QueueWait } from './queue-wait.ts';
import type { StoredResults } from './stored-results.ts';
import type { ClientEngine, ToolHost } from './tool-host.ts';

export interface RunCallOptions {
  readonly host: ToolHost;
  readonly engine: ClientEngine;
  readonly results: StoredResults;
  readonly validator: InputValidator;
  /** Calls by the message that they are in, for tools that ask their client. */
  readonly links: Map<string, ClientLink>;
}

export interface ServedCall {
  readonly name: string;
  readonly input: JsonObject;
  /** Gateways that it has come through. */
  readonly instances: readonly string[];
  readonly link: ClientLink;
  readonly signal: AbortSignal;
  readonly onProgress: (data: unknown) => void;
  /** Other calls of the client keep this one waiting, or no longer do. */
  readonly onBlocked: (isBlocked: boolean) => void;
}

/** One call of a client through the whole engine: a message of its own. */
export async function runCall(call: ServedCall, options: RunCallOptions): Promise<CallToolResult> {
  const { name, input, instances, link, signal, onProgress, onBlocked } = call;
  const { host, engine, links } = options;
  const wait = new QueueWait(onBlocked);
  let storedAt: string | undefined;
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'call-state' && event.callId === id) wait.moved(event.status);
    else if (event.type === 'tool-result' && event.parentCallId === undefined)
      storedAt = event.record.storedAt;
    else if (event.type === 'progress') onProgress(event.data);
  };
  const id = `mcp_${randomUUID()}`;
  // Engines of several clients write one journal: no two of their messages may have one id.
  const messageId = `message-of-${id}`;
  links.set(messageId, link);
  const leave = enterServedCall(messageId, instances);
  try {
    const message = engine.openMessage({
      id: messageId,
      asker: createElicitingAsker(link, id),
      signal,
      onEvent,
    });
    const open = message.add({ id, name, input });
    wait.added();
    const ended = await message.end();
    const result = await open.result;
    const tool = host.pool.find(result.name);
    const { results: stored, validator } = options;
    return await callResult({ tool, result, ended, storedAt }, { stored, store: host.store, validator });
  } finally {
    wait.close();
    leave();
    links.delete(messageId);
  }
}
