import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { StdioWire } from '../../src/server/stdio-wire.ts';

const LONG = 'x'.repeat(33 * 1024 * 1024);
const PING = { jsonrpc: '2.0', id: 99, method: 'ping' };

/** What comes of lines that a client writes: messages, problems, and what it gets back. */
async function comesOf(lines: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output);
  const messages: JSONRPCMessage[] = [];
  const problems: string[] = [];
  const { promise: closed, resolve: onclose } = Promise.withResolvers<void>();
  const onmessage = (message: JSONRPCMessage): number => messages.push(message);
  const onerror = ({ message }: Error): number => problems.push(message);
  Object.assign(wire, { onclose, onmessage, onerror } satisfies Partial<Transport>);
  await wire.start();
  for (const line of lines) input.write(`${line}\n`);
  input.end();
  await closed;
  output.end();
  const answers = (await text(output)).split('\n').filter((line) => line !== '');
  return { messages, problems, answers: answers.map((line): unknown => JSON.parse(line)) };
}

const tooLong = (id: number | string) => ({
  ...{ jsonrpc: '2.0', id },
  error: { code: -32_600, message: 'The message is longer than 32 MiB. Pass long data in a file.' },
});

it.each<[string, object, object[]]>([
  ['a request is refused by its id', { jsonrpc: '2.0', id: 1, method: 'a', params: { LONG } }, [tooLong(1)]],
  ['its id may be last', { method: 'a', params: { LONG }, jsonrpc: '2.0', id: 'b' }, [tooLong('b')]],
  ['a notification gets no answer', { jsonrpc: '2.0', method: 'a', params: { LONG } }, []],
  ['neither does an answer', { jsonrpc: '2.0', id: 1, result: { LONG } }, []],
  ['nor one with a method inside, first', { id: 1, result: { method: 'a', LONG }, jsonrpc: '2.0' }, []],
  ['nor one with a method inside, last', { jsonrpc: '2.0', id: 1, result: { LONG, method: 'a' } }, []],
  ['nor one that says "method"', { jsonrpc: '2.0', id: 1, result: `${LONG}},"method":"a"}` }, []],
  ['a method may be last', { id: 'c', params: { LONG }, method: 'a' }, [tooLong('c')]],
])('of a line that is too long, %s, and later lines are taken', async (_title, message, answers) => {
  const came = await comesOf([JSON.stringify(message), JSON.stringify(PING)]);
  expect(came.answers).toEqual(answers);
  expect(came.problems).toEqual([tooLong(1).error.message]);
  expect(came.messages).toEqual([PING]);
});

it('takes a line up to 32 MiB whole, and skips what is not a message', async () => {
  const long = { jsonrpc: '2.0', id: 1, method: 'a', params: { text: LONG.slice(0, 31 * 1024 * 1024) } };
  const lines = ['', 'a line of a log', '{"id":1}', '[]', JSON.stringify(long), JSON.stringify(PING)];
  const { messages, problems, answers } = await comesOf(lines);
  expect(messages.map((message) => ('id' in message ? message.id : undefined))).toEqual([1, 99]);
  expect(problems).toHaveLength(2);
  expect(answers).toEqual([]);
});

it('refuses to send once the client has gone', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new StdioWire(input, output);
  const problems: string[] = [];
  const onerror = ({ message }: Error): number => problems.push(message);
  Object.assign(wire, { onerror } satisfies Partial<Transport>);
  await wire.start();
  output.destroy(new Error('broken pipe'));
  await expect(wire.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow();
  await expect(wire.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow('disconnected');
  expect(problems).toContain('broken pipe');
});
