import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, type SseEvent } from '../../../src/index.ts';
import { inPieces, inPiecesOf } from '../in-pieces.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);

type Plain = { name: string | undefined; data: string };

/** The format in ten lines, on whole text. */
function referenceParse(text: string): Plain[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
    .slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = block.split('\n').map((line) => /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? []);
    const values = (name: string): string[] => fields.filter((f) => f[1] === name).map((f) => f[2] ?? '');
    const data = values('data');
    return data.length > 0 ? [{ name: values('event').at(-1), data: data.join('\n') }] : [];
  });
}

function parse(pieces: readonly Uint8Array[], maxEventBytes = 1_000_000): SseEvent[] {
  const parser = createSseParser({ maxEventBytes });
  return pieces.flatMap((piece) => parser.push(piece));
}

function plain(events: readonly SseEvent[]): (Plain | string)[] {
  return events.map((event) =>
    event.kind === 'lost' ? event.reason : { name: event.name, data: event.data },
  );
}

const value = fc.string({
  unit: fc.constantFrom('a', ' ', ':', 'é', '世', '🌍', '\uFEFF', '{', '"'),
  maxLength: 8,
});
const field = fc.constantFrom('data', 'data', 'data', 'event', 'id', 'retry', '', 'unknown', ' data');
const line = fc.oneof(
  fc.tuple(field, fc.constantFrom(':', ': ', ':  '), value).map((parts) => parts.join('')),
  fc.constantFrom('', '', 'data', 'event', ': comment'),
);
const stream = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 }),
  )
  .map(([mark, lines]) => mark + lines.map(([text, end]) => text + end).join(''));

describe('createSseParser', () => {
  it('finds the events of the reference parser, whatever the pieces', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(9), { minLength: 1 }), (text, sizes) => {
        expect(plain(parse(inPiecesOf(Buffer.from(text), sizes)))).toEqual(referenceParse(text));
      }),
      { numRuns },
    );
  });

  it('gives id, retry and line of an event, and keeps the last id', () => {
    const text = ': hello\n\nid: 7\nretry: 250\ndata: a\n\nretry: soon\nid: 8\0\ndata: b\n\n';
    expect(parse([Buffer.from(text)])).toEqual([
      { kind: 'event', name: undefined, data: 'a', lastEventId: '7', retry: 250, line: 3 },
      { kind: 'event', name: undefined, data: 'b', lastEventId: '7', retry: undefined, line: 7 },
    ]);
  });

  it.each([
    ['one line', 'data: 123456789012345\n\n'],
    ['many lines', 'data: 12345\ndata: 12345\ndata: 12345\n\n'],
  ])('loses an event over the cap with %s, and goes on with the next', (_, tooLong) => {
    const bytes = Buffer.from(`data: 1\n\n${tooLong}data: 2\n\n`);
    for (const size of [1, 7, 1000]) {
      expect(plain(parse(inPieces(bytes, size), 14))).toEqual([
        { name: undefined, data: '1' },
        'too-long',
        { name: undefined, data: '2' },
      ]);
    }
  });

  it('loses an event that is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('data: '), Buffer.from([0xff]), Buffer.from('\n\ndata: 2\n\n')]);
    expect(plain(parse([bytes]))).toEqual(['not-utf8', { name: undefined, data: '2' }]);
  });

  it('hands over the event that the end of input cut off', () => {
    const parser = createSseParser({ maxEventBytes: 100 });
    expect(parser.push(Buffer.from('event: x\ndata: {"a"'))).toEqual([]);
    expect(parser.end()).toMatchObject({ kind: 'event', name: 'x', data: '{"a"' });
  });
});
