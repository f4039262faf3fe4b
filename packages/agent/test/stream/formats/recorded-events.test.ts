import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cutsOf } from '../../../../../test/support/cuts.ts';
import { createModelDecoder, type DecodedEvent } from '../../../src/index.ts';
import { inPieces } from '../in-pieces.ts';

const examples = new URL('../../../../../examples/streams/', import.meta.url);
const recordings = readdirSync(examples).filter((name) => /\.(?:sse|json)$/.test(name));

function decode(pieces: readonly Uint8Array[]): DecodedEvent[] {
  const decoder = createModelDecoder('recognized');
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
}

const stopped = (events: readonly DecodedEvent[]): DecodedEvent[] =>
  events.filter(({ type }) => type === 'block-stop');

describe.each(recordings)('the events of %s', (name) => {
  const bytes = readFileSync(new URL(name, examples));
  const whole = decode([bytes]);

  it.each([1, 7, 1000])('are the same in pieces of %i bytes', (size) => {
    expect(decode(inPieces(bytes, size))).toEqual(whole);
  });

  it('are the first ones of the whole when it is cut at any byte', () => {
    const blocks = stopped(whole);
    for (const cut of cutsOf(bytes)) {
      const events = decode([bytes.subarray(0, cut)]);
      const closed = stopped(events);
      const isFirst = closed.every((event, index) => isDeepStrictEqual(event, blocks[index]));
      const isRefused = events.every(
        (event) => event.type !== 'block-cut' || (event.call?.isUnclosed ?? true),
      );
      expect({ isFirst, isRefused }, `cut at ${cut}`).toEqual({ isFirst: true, isRefused: true });
    }
  });
});
