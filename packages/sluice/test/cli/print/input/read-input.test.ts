import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readInput } from '../../../../src/cli/print/input/read-input.ts';

const MEBIBYTE = 1024 * 1024;

test('a line that is too long is told of by its number; those around it count', async () => {
  const stream = new PassThrough();
  const sent: object[] = [];
  const control = { request: () => {}, refuse: () => {}, response: () => undefined, close: () => {} };
  const send = (message: object): void => void sent.push(message);
  const input = readInput(stream, { control, takesMessages: true, offer: () => false, send, onMessage() {} });
  const message = (text: string): string => JSON.stringify({ type: 'user', message: { content: text } });
  const piece = Buffer.alloc(MEBIBYTE, 'x');
  stream.write(`${message('first')}\n{"type":"user","message":{"content":"`);
  for (let count = 0; count < 65; count += 1) {
    if (!stream.write(piece)) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end(`"}}\n${message('second')}\n`);
  const texts: unknown[] = [];
  const { signal } = new AbortController();
  for (let next = await input.next(signal); next !== undefined; next = await input.next(signal)) {
    texts.push(next.content);
  }
  expect(texts).toMatchObject([[{ text: 'first' }], [{ text: 'second' }]]);
  expect(sent).toMatchObject([
    {
      subtype: 'informational',
      level: 'error',
      content: expect.stringMatching(/line 2: it is longer than 67108864/),
    },
  ]);
});
