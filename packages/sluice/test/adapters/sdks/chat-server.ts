import { once } from 'node:events';
import { createServer } from 'node:http';

/** What a model sends, one chunk each: a delta, what the stream waits for, or why the model has finished. */
type Sent = object | Promise<unknown> | string;

/** A model behind the Chat Completions API that sends these messages, one for each request. */
export async function chatServer(messages: readonly (readonly Sent[])[]) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const message = messages[requests] ?? [];
    requests += 1;
    void (async () => {
      for (const one of message) {
        if (one instanceof Promise) {
          // oxlint-disable-next-line no-await-in-loop
          await one;
          continue;
        }
        const [delta, reason] = typeof one === 'string' ? [{}, one] : [one, null];
        const choices = [{ index: 0, delta, finish_reason: reason }];
        const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
