import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { FeedItem } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../../src/cli/exec/input/read-feed.ts';
import { createRecognizingDecoder } from '../../../../src/cli/exec/input/recognizing-decoder.ts';
import { byteSource, collect } from './byte-source.ts';

const examples = new URL('../../../../../../examples/', import.meta.url);
const streams = readdirSync(new URL('streams/', examples)).filter((name) => name !== 'README.md');

function decode(bytes: Uint8Array): FeedItem[] {
  const decoder = createRecognizingDecoder();
  return [...decoder.push(bytes), ...decoder.end()];
}

function callsOf(items: readonly FeedItem[]) {
  return items.filter((item) => item.type === 'call');
}

it('has a line in the README for every recorded stream', () => {
  const readme = readFileSync(new URL('streams/README.md', examples), 'utf8');
  const listed = [...readme.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
  expect(new Set(listed)).toEqual(new Set(streams));
});

describe.each(['fix-the-bug/session.sse', ...streams.map((name) => `streams/${name}`)])('%s', (name) => {
  const bytes = readFileSync(new URL(name, examples));
  const whole = decode(bytes);

  it.each([1, 7, 65_536])('is the same in pieces of %i bytes', async (size) => {
    expect(await collect(readFeed(byteSource(bytes, size)))).toEqual(whole);
  });
});

describe.each(streams.filter((name) => name.endsWith('.jsonl')))('%s', (name) => {
  const bytes = readFileSync(new URL(`streams/${name}`, examples));
  const expected = callsOf(decode(bytes));

  it('gives the first calls of the whole when cut at any byte', () => {
    let taken = 0;
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const calls = callsOf(decode(bytes.subarray(0, cut)));
      expect(isDeepStrictEqual(calls, expected.slice(0, calls.length)), `cut at ${cut}`).toBe(true);
      expect(calls.length, `cut at ${cut}`).toBeGreaterThanOrEqual(taken);
      taken = calls.length;
    }
    expect(taken).toBe(expected.length);
  });
});
