import { isDeepStrictEqual } from 'node:util';
import type { AssistantBlock } from '@sluice/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createModelDecoder,
  STREAM_FORMATS,
  type DecodedEvent,
  type StreamFormat,
} from '../../../src/index.ts';
import { inPiecesOf } from '../in-pieces.ts';
import { randomMessage } from './random-message.ts';
import { geminiList, STREAM_OF } from './stream-of.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);

function decode(format: StreamFormat | 'recognized', pieces: readonly Uint8Array[]): DecodedEvent[] {
  const decoder = createModelDecoder(format);
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
}

function stopped(events: readonly DecodedEvent[]): AssistantBlock[] {
  return events.filter((event) => event.type === 'block-stop').map(({ block }) => block);
}

/** What is wrong with the order of the events of one answer. */
function misplaced(events: readonly DecodedEvent[]): string[] {
  const problems: string[] = [];
  const open = new Set<number>();
  const used = new Set<number>();
  for (const [position, event] of events.entries()) {
    if ((position === 0) !== (event.type === 'message-start')) problems.push(`${position} ${event.type}`);
    if (event.type === 'block-start') {
      if (used.has(event.index)) problems.push(`block ${event.index} twice`);
      used.add(event.index);
      open.add(event.index);
    } else if ('index' in event && !open.has(event.index)) problems.push(`${event.type} of no open block`);
    if (event.type === 'block-stop' || event.type === 'block-cut') open.delete(event.index);
    const isLast = event.type === 'message-end' || event.type === 'failed';
    if (isLast !== (position === events.length - 1)) problems.push(`${event.type} at ${position}`);
  }
  if (open.size > 0) problems.push('blocks are left open');
  return problems;
}

function textsByBlock(events: readonly DecodedEvent[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const event of events) {
    if (event.type !== 'block-delta' || event.delta.type !== 'text') continue;
    texts.set(event.index, (texts.get(event.index) ?? '') + event.delta.text);
  }
  return texts;
}

describe.each(STREAM_FORMATS)('a stream of %s', (format) => {
  const message = randomMessage(format);
  const size = fc.integer({ min: 1, max: 12 });
  const sizes = fc.array(fc.nat(60), { minLength: 1, maxLength: 8 });

  it('gives the message back, in pieces of any size, also where its format is recognized', () => {
    fc.assert(
      fc.property(message, size, sizes, (blocks, pieceChars, pieceSizes) => {
        const bytes = Buffer.from(STREAM_OF[format](blocks, pieceChars));
        const events = decode(format, [bytes]);
        expect(stopped(events)).toEqual(blocks);
        expect(misplaced(events)).toEqual([]);
        expect([...textsByBlock(events).values()]).toEqual(
          blocks.filter((block) => block.type === 'text').map(({ text }) => text),
        );
        expect(decode(format, inPiecesOf(bytes, pieceSizes))).toEqual(events);
        expect(decode('recognized', inPiecesOf(bytes, pieceSizes))).toEqual(events);
      }),
      { numRuns },
    );
  });

  it('gives the first blocks of the whole when cut at any byte, and refuses the calls that were open', () => {
    fc.assert(
      fc.property(message, size, fc.double({ min: 0, max: 1, noNaN: true }), (blocks, pieceChars, where) => {
        const bytes = Buffer.from(STREAM_OF[format](blocks, pieceChars));
        const events = decode(format, [bytes.subarray(0, Math.floor(bytes.length * where))]);
        const whole = stopped(events);
        expect(whole).toEqual(blocks.slice(0, whole.length));
        for (const event of events)
          if (event.type === 'block-cut') expect(event.call?.isUnclosed ?? true).toBe(true);
        if (events.some(({ type }) => type === 'message-start')) expect(misplaced(events)).toEqual([]);
        if (whole.length < blocks.length && events.length > 0)
          expect(events.at(-1)).toMatchObject({ type: 'failed', failure: { kind: 'stream-cut' } });
      }),
      { numRuns },
    );
  });

  it('makes no other call of a stream in which an event is spoilt', () => {
    fc.assert(
      fc.property(
        message,
        size,
        fc.nat(),
        fc.constantFrom('{', 'x', '[]', ''),
        (blocks, pieceChars, at, bad) => {
          const parts = STREAM_OF[format](blocks, pieceChars).split('\n\n').slice(0, -1);
          parts[at % parts.length] = `data: ${bad}`;
          const events = decode(format, [Buffer.from(parts.map((part) => `${part}\n\n`).join(''))]);
          const known = blocks.filter((block) => block.type === 'tool_use');
          const calls = stopped(events).filter((block) => block.type === 'tool_use');
          for (const call of calls)
            expect(known.some((block) => isDeepStrictEqual({ ...block, id: '' }, { ...call, id: '' }))).toBe(
              true,
            );
          expect(events.filter(({ type }) => type === 'problem')).not.toHaveLength(0);
        },
      ),
      { numRuns },
    );
  });
});

it('reads the list of objects that Gemini sends without alt=sse', () => {
  const sizes = fc.array(fc.nat(60), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      randomMessage('gemini'),
      fc.integer({ min: 1, max: 12 }),
      sizes,
      (blocks, pieceChars, pieceSizes) => {
        const events = decode('gemini', inPiecesOf(Buffer.from(geminiList(blocks, pieceChars)), pieceSizes));
        expect(events).toEqual(decode('gemini', [Buffer.from(STREAM_OF.gemini(blocks, pieceChars))]));
        expect(stopped(events)).toEqual(blocks);
      },
    ),
    { numRuns },
  );
});
