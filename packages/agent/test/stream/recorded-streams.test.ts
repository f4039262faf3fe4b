import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { FeedItem } from '@sluice/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamFeed } from '../../src/index.ts';
import { cutsOf } from '../../../../test/support/cuts.ts';
import { inPieces, inPiecesOf } from './in-pieces.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);
const examples = new URL('../../../../examples/', import.meta.url);
const recordings = [
  'fix-the-bug/session.sse',
  ...readdirSync(new URL('streams/', examples))
    .filter((name) => name.endsWith('.sse') || name.endsWith('.json'))
    .map((name) => `streams/${name}`),
];

type Call = Extract<FeedItem, { type: 'call' }>;

function decode(pieces: readonly Uint8Array[]): FeedItem[] {
  const decoder = createStreamFeed();
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
}

function callsOf(items: readonly FeedItem[]): Call[] {
  return items.filter((item) => item.type === 'call');
}

describe.each(recordings)('%s', (name) => {
  const bytes = readFileSync(new URL(name, examples));
  const whole = decode([bytes]);

  it.each([1, 7, 65_536])('is the same in pieces of %i bytes', (size) => {
    expect(decode(inPieces(bytes, size))).toEqual(whole);
  });

  it('is the same in pieces of random sizes', () => {
    const sizes = fc.array(fc.nat(200), { minLength: 1 });
    fc.assert(
      fc.property(sizes, (pieceSizes) => {
        expect(decode(inPiecesOf(bytes, pieceSizes))).toEqual(whole);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  it('gives the first calls of the whole when cut at any byte, and refuses those that were open', () => {
    const expected = callsOf(whole);
    const known = new Map(expected.map((call) => [call.id, call.name]));
    let taken = 0;
    for (const cut of cutsOf(bytes)) {
      const items = decode([bytes.subarray(0, cut)]);
      const calls = callsOf(items);
      const firstOther = calls.findIndex((call, index) => !isDeepStrictEqual(call, expected[index]));
      const refused = firstOther === -1 ? [] : calls.slice(firstOther);
      expect(
        refused.every((call) => call.isUnclosed === true && known.get(call.id) === call.name),
        `cut at ${cut}`,
      ).toBe(true);
      expect(messageIsOpen(items), `cut at ${cut}`).toBe(false);
      expect(calls.length - refused.length, `cut at ${cut}`).toBeGreaterThanOrEqual(taken);
      taken = calls.length - refused.length;
    }
    expect(taken).toBe(expected.length);
  });
});

function messageIsOpen(items: readonly FeedItem[]): boolean {
  return (
    items.findLastIndex((item) => item.type === 'call') >
    items.findLastIndex((item) => item.type === 'message-end')
  );
}
