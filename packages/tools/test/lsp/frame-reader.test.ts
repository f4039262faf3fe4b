import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framed, FrameReader, MAX_BODY_BYTES } from '../../src/lsp/frame-reader.ts';

it('reads the same messages however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string({ unit: 'binary' }) }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (messages, cuts) => {
        const bytes = Buffer.concat(messages.map((message) => framed(message)));
        const reader = new FrameReader();
        const read: unknown[] = [];
        for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          for (const frame of reader.take(bytes.subarray(from, from + size)))
            if (frame.kind === 'message') read.push(JSON.parse(frame.text));
          from += size;
        }
        expect(read).toEqual(messages.map((message) => JSON.parse(JSON.stringify(message)) as unknown));
      },
    ),
  );
});

it('leaves out a message over the limit, and reads the next one', () => {
  const reader = new FrameReader();
  const size = MAX_BODY_BYTES + 1;
  const frames = [...reader.take(Buffer.from(`Content-Length: ${size}\r\n\r\n{`))];
  for (let left = size - 1; left > 0; left -= 1 << 20)
    frames.push(...reader.take(Buffer.alloc(Math.min(left, 1 << 20), 32)));
  frames.push(...reader.take(framed({ id: 1 })));
  expect(frames).toEqual([
    { kind: 'too-long', bytes: size },
    { kind: 'message', text: '{"id":1}' },
  ]);
});

it.each([
  ['no length', 'Content-Type: x\r\n\r\n{}', 'a header has no Content-Length'],
  ['a log line', 'Listening on stdio\n'.repeat(5000), 'a header is longer than 64 KiB'],
])('gives up on a stream that is not the protocol: %s', (_, text, reason) => {
  const reader = new FrameReader();
  expect(reader.take(Buffer.from(text))).toEqual([{ kind: 'broken', reason }]);
  expect(reader.take(framed({ id: 1 }))).toEqual([]);
});
