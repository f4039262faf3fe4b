import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createSink } from '../../src/terminal/sink.ts';

/** A reader that takes a piece when the test says so. */
function slowReader() {
  const taken: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const stream = new Writable({
    highWaterMark: 4,
    write(chunk, _encoding, done) {
      taken.push(String(chunk));
      waiting.push(done);
    },
  });
  return { stream, taken, next: (error?: Error) => waiting.shift()?.(error) };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise(setImmediate);
  return settled;
}

it('waits for a reader that has not taken what was written', async () => {
  const reader = slowReader();
  const sink = createSink(reader.stream);
  expect(sink.write('ab')).toBeUndefined();
  const written = Promise.resolve(sink.write('cdef'));
  expect(await isSettled(written)).toBe(false);
  reader.next();
  expect(await isSettled(written)).toBe(false);
  reader.next();
  await written;
  expect(reader.taken).toEqual(['ab', 'cdef']);
});

it('is drained when the reader has taken everything', async () => {
  const reader = slowReader();
  const sink = createSink(reader.stream);
  void sink.write('a');
  const drained = sink.drained();
  expect(await isSettled(drained)).toBe(false);
  reader.next();
  await drained;
});

it('tells once of a stream that fails, waits no more and writes no more', async () => {
  const reader = slowReader();
  const failures: string[] = [];
  const sink = createSink(reader.stream, (error) => failures.push(error.message));
  const written = Promise.resolve(sink.write('abcdefgh'));
  reader.next(new Error('gone'));
  await written;
  await sink.drained();
  expect(sink.write('more')).toBeUndefined();
  await new Promise(setImmediate);
  expect(failures).toEqual(['gone']);
  expect(reader.taken).toEqual(['abcdefgh']);
  expect(sink.failure?.message).toBe('gone');
});

it('writes nothing for an empty text', () => {
  const reader = slowReader();
  void createSink(reader.stream).write('');
  expect(reader.taken).toEqual([]);
});
