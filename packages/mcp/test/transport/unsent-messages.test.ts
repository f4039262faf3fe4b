import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { GivenSecrets } from '../../src/transport/given-secrets.ts';
import { openServerLog } from '../../src/transport/server-log.ts';
import { openStdioTransport, type StdioTransportOptions } from '../../src/transport/stdio-transport.ts';

/** A server that takes what it is sent when the test says so. */
function deafServer() {
  const taken: (() => void)[] = [];
  const stdin = new Writable({ write: (_chunk, _encoding, done) => void taken.push(done) });
  const ended: number[] = [];
  const child = {
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    exited: Promise.withResolvers<never>().promise,
    end: async ({ graceMs }: { readonly graceMs: number }) => void ended.push(graceMs),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the transport uses no more of a process
  const start = (() => ({
    ok: true,
    process: child,
  })) as unknown as StdioTransportOptions['processes']['start'];
  const opened = openStdioTransport({
    processes: { start },
    command: 'deaf',
    args: [],
    env: {},
    cwd: '/',
    redact: (text) => text,
    secrets: new GivenSecrets({ own: {} }),
    log: openServerLog(undefined),
  });
  if (!opened.ok) throw new Error(opened.reason);
  return { transport: opened.transport, takeOne: () => taken.shift()?.(), ended };
}

const MESSAGE = { jsonrpc: '2.0', method: 'notifications/x' } as const;

it('a server that reads nothing is given up with the 10,001st message', () => {
  const { transport, ended } = deafServer();
  for (let count = 0; count < 10_000; count += 1) transport.send(MESSAGE);
  expect(transport.failure).toBeUndefined();
  transport.send(MESSAGE);
  expect(transport.failure).toBe('It stopped reading its standard input.');
  expect(ended).toHaveLength(1);
});

it('a message that was taken makes room for another', async () => {
  const { transport, takeOne } = deafServer();
  for (let count = 0; count < 10_000; count += 1) transport.send(MESSAGE);
  takeOne();
  await new Promise((resolve) => setImmediate(resolve));
  transport.send(MESSAGE);
  expect(transport.failure).toBeUndefined();
});
