import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

// A model whose answer has one delta long after its beginning, in a process of its own, so that no event loop does the work of two ends.
// The parent gets the port, and for each answer the time at which the delta was written (process.hrtime, which all processes share).

/** Milliseconds in which the reader has read the beginning, and its loop is at rest. */
const REST_MS = 100;

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const HEAD = [
  event('message_start', {
    message: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'test', content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
];
const DELTA = event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hello.' } });
const TAIL = [
  event('content_block_stop', { index: 0 }),
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 1 },
  }),
  event('message_stop', {}),
];

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(HEAD.join(''));
  void (async () => {
    await delay(REST_MS);
    const wroteAt = process.hrtime.bigint();
    response.write(DELTA);
    process.send?.({ wroteAt: String(wroteAt) });
    await delay(REST_MS);
    response.end(TAIL.join(''));
  })();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.once('disconnect', () => process.exit());
