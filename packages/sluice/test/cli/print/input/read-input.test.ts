import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readInput } from '../../../../src/cli/print/input/read-input.ts';

const MEBIBYTE = 1024 * 1024;

test('where each message gets a result, one that can not be used waits for its turn with the reason', async () => {
  const stream = new PassThrough();
  const control = { request: () => {}, refuse: () => {}, response: () => undefined, close: () => {} };
  const sent: object[] = [];
  const input = readInput(stream, {
    ...{
      control,
      takesMessages: true,
      answersEach: true,
      offer: () => false,
      withdraw: () => false,
      onMessage() {},
    },
    send: (message) => void sent.push(message),
  });
  const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });
  const lines = [
    { message: { content: 'one' } },
    { message: { content: [{ type: 'video' }] } },
    { message: text(' ') },
    { message: text(''), shouldQuery: false },
    { message: { content: 'Read this.' }, shouldQuery: false },
    { message: { content: '' } },
    { message: text(''), pasted_content: ['all of it'] },
  ];
  for (const line of lines) stream.write(`${JSON.stringify({ type: 'user', ...line })}\n`);
  stream.end();
  const { signal } = new AbortController();
  const taken: unknown[] = [];
  for (let next = await input.next(signal); next !== undefined; next = await input.next(signal))
    taken.push([input.problemOf(next), input.isEmpty(next)]);
  expect(taken).toEqual([
    [undefined, false],
    [expect.stringMatching(/line 2 of standard input can't be used: .*got "video"/), false],
    [undefined, true],
    // The one before it is read with it.
    [undefined, false],
    [undefined, false],
  ]);
  expect(sent).toEqual([]);
});

test('a line that is too long is told of by its number; those around it count', async () => {
  const stream = new PassThrough();
  const sent: object[] = [];
  const control = { request: () => {}, refuse: () => {}, response: () => undefined, close: () => {} };
  const send = (message: object): void => void sent.push(message);
  const rest = { offer: () => false, withdraw: () => false, send, onMessage() {} };
  const input = readInput(stream, { control, takesMessages: true, ...rest });
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
      level: 'warning',
      content: expect.stringMatching(/line 2: it is longer than 67108864/),
    },
  ]);
});

test.each([
  ['{"type":"user","uuid":"u-1","message":{"content":"\xff"}}', 'a message'],
  ['{"message":{"role":"user","content":"\xff"},"type":"user"}', 'a message'],
  ['{"type":"control_request","request_id":"r-1","request":{"subtype":"initialize","title":"\xff"}}', 'r-1'],
  ['{"type":"control_request","request":{"subtype":"interrupt","reason":"\xff"}}', 'null'],
  ['{"type":"control_response","response":{"request_id":"r-2","role":"\xff"}}', 'r-2: it is not valid UTF-8'],
  ['\xff', 'nothing'],
])('a line that is not UTF-8, %j, is taken for %s', async (line, taken) => {
  const stream = new PassThrough();
  const seen: unknown[] = [];
  const control = {
    ...{ request: () => {}, close: () => {} },
    response(requestId: string, _response: unknown, error: string | undefined) {
      seen.push(`${requestId}: ${error}`);
      return undefined;
    },
    refuse: (requestId: string | null) => void seen.push(String(requestId)),
  };
  const input = readInput(stream, {
    ...{
      control,
      takesMessages: true,
      answersEach: true,
      offer: () => false,
      withdraw: () => false,
      onMessage() {},
    },
    send: (message) => void seen.push(message),
  });
  stream.end(Buffer.from(`${line}\n`, 'latin1'));
  const { signal } = new AbortController();
  const next = await input.next(signal);
  const problem = "line 1 of standard input can't be used: it is not valid UTF-8.";
  if (taken === 'a message') expect(next && input.problemOf(next)).toContain(problem);
  else expect(next).toBeUndefined();
  expect(seen).toMatchObject(
    taken === 'a message'
      ? []
      : taken === 'nothing'
        ? [{ subtype: 'informational', content: 'standard input, line 1: it is not valid UTF-8; skipped' }]
        : [taken],
  );
});

test('messages that a running prompt has taken wait until the model has got them, and can be dropped until then', async () => {
  const stream = new PassThrough();
  const control = { request: () => {}, refuse: () => {}, response: () => undefined, close: () => {} };
  const held = new Set<unknown>();
  const input = readInput(stream, {
    ...{ control, takesMessages: true, send() {}, onMessage() {} },
    offer: (prompt) => held.size < 3 && held.add(prompt) !== undefined,
    withdraw: (prompt) => held.delete(prompt),
  });
  for (const uuid of ['one', 'two', 'three', 'four'])
    stream.write(`${JSON.stringify({ type: 'user', uuid, message: { content: uuid } })}\n`);
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  expect(input.waitingIds()).toEqual(['one', 'two', 'three', 'four']);
  input.reached('one');
  expect(input.waitingIds()).toEqual(['two', 'three', 'four']);
  expect(input.drop('two')).toBe(true);
  expect(input.drop('one')).toBe(false);
  expect(input.dropWaiting()).toEqual(['three', 'four']);
  expect([...held]).toMatchObject([{ id: 'one' }]);
  expect(input.waitingIds()).toEqual([]);
});
