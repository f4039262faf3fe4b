import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type { ClientChannel } from '../config/server-entry.ts';
import { EventQueue } from './event-queue.ts';
import { readMessage, requestId } from './json-rpc.ts';
import type { McpTransport, TransportEvent } from './transport.ts';

/** Carries messages to a server in the program that started this one. */
export function openClientTransport(channel: ClientChannel): McpTransport {
  const queue = new EventQueue<TransportEvent>();
  const ending = new AbortController();
  const take = (value: unknown): void => {
    const message = readMessage(value);
    if (message !== undefined) queue.push({ type: 'message', message });
  };
  const unlisten = channel.listen(take);
  return {
    send(message) {
      const id = requestId(message);
      channel.deliver(message, ending.signal).then(
        (answer) => {
          if (id === undefined) return;
          const isAnswer = isAnswerTo(id, answer) && readMessage(answer) !== undefined;
          if (isAnswer) return take(answer);
          queue.push({ type: 'lost', id, reason: 'The program answered with something else.' });
        },
        (error: unknown) => {
          if (id !== undefined) queue.push({ type: 'lost', id, reason: errorText(error) });
        },
      );
    },
    messages: queue,
    failure: undefined,
    async close() {
      unlisten();
      ending.abort();
      queue.end();
    },
  };
}

function isAnswerTo(id: string | number, answer: unknown): boolean {
  return isJsonObject(answer) && getOwn(answer, 'id') === id;
}
