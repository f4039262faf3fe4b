import type { Readable, Writable } from 'node:stream';
import { serveStdio as serveWire } from '@modelcontextprotocol/server/stdio';
import { asError } from '@sluice/base';
import { createServer } from './create-server.ts';
import { DirectCalls } from './direct-calls.ts';
import type { RunningServer, ServeOptions } from './serve-options.ts';
import { Serving } from './serving.ts';
import { StdioWire } from './stdio-wire.ts';

/** Serves one client on two streams. Its calls are aborted when it disconnects. */
const CLIENT = 'stdio';

/** Serves one client over two streams, in whichever era of the protocol it begins. */
export function serveStdio(
  options: ServeOptions,
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): RunningServer {
  const { identity, extend, onProblem, host } = options;
  const serving = new Serving(options);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const transport = new StdioWire(input, output);
  const unlisteners: (() => void)[] = [];
  const handle = serveWire(
    ({ era }) => {
      const clientOf = () => serving.client(CLIENT);
      let direct: DirectCalls | undefined;
      const server = createServer({ serving, identity, era, clientOf, extend, direct: () => direct });
      if (era === 'legacy') {
        direct = new DirectCalls({
          server,
          client: clientOf,
          answerWaitMs: serving.answerWaitMs,
          send: (response) => transport.send(response),
          handOver: (request) => transport.onmessage?.(request),
          onError: (error) => transport.onerror?.(asError(error)),
        });
        transport.direct = direct;
      }
      unlisteners.push(host.pool.onChange(() => void server.sendToolListChanged().catch(() => {})));
      return server;
    },
    { transport, onerror: (error) => onProblem(error.message) },
  );
  for (const event of ['end', 'close', 'error']) input.once(event, resolve);
  for (const event of ['close', 'error']) output.once(event, resolve);
  return {
    ended,
    async [Symbol.asyncDispose]() {
      for (const unlisten of unlisteners) unlisten();
      await serving.endCalls();
      await handle.close();
      serving.close();
      resolve();
    },
  };
}
