import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplacer, replaceAll } from '../../../../src/sandbox/network/tls/replace-bytes.ts';
import { replacementTable, type Replacement } from '../../../../src/sandbox/network/tls/replacement-table.ts';

const replacement = (from: string, to: string): Replacement => ({
  from: Buffer.from(from),
  to: Buffer.from(to),
});

/** As the rule reads: at each place the longest text that begins there. */
function slowly(replacements: readonly Replacement[], text: string): string {
  let given = '';
  for (let at = 0; at < text.length;) {
    const [longest] = replacements
      .filter(({ from }) => text.startsWith(from.toString(), at))
      .toSorted((a, b) => b.from.length - a.from.length);
    given += longest === undefined ? text.charAt(at) : longest.to.toString();
    at += longest?.from.length ?? 1;
  }
  return given;
}

function cut(text: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return ends.map((end, index) => text.subarray(ends[index - 1] ?? 0, end));
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
const pairs = fc.uniqueArray(fc.record({ from: word, to: fc.string({ maxLength: 4 }) }), {
  maxLength: 4,
  selector: ({ from }) => from,
});
const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('replacing bytes of a stream', () => {
  it('gives the same as a slow search, however the bytes are cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 60 });
    fc.assert(
      fc.property(pairs, text, cuts, (given, whole, places) => {
        const all = given.map(({ from, to }) => replacement(from, to));
        const table = replacementTable(all);
        const replacer = createReplacer(table);
        const parts = cut(Buffer.from(whole), places).flatMap((part) => replacer.push(part));
        const out = Buffer.concat([...parts, ...replacer.end()]).toString();
        expect(out).toBe(slowly(all, whole));
        expect(replaceAll(table, Buffer.from(whole)).toString()).toBe(out);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds back no more than what a text could begin with', () => {
    const table = replacementTable([replacement('secret-one', '1'), replacement('cream', '2')]);
    const replacer = createReplacer(table);
    const said = (text: string): string => Buffer.concat([...replacer.push(Buffer.from(text))]).toString();
    expect(['data: x', '\nsec', 'r', 'eam', 'secret-on', 'e.', 'se'].map(said)).toEqual([
      'data: x',
      '\n',
      '',
      'se2',
      '',
      '1.',
      '',
    ]);
    expect(Buffer.concat([...replacer.end()]).toString()).toBe('se');
  });

  it('leaves nothing of a text that holds another one', () => {
    const table = replacementTable([replacement('secret', '1'), replacement('my-secret-rest', '2')]);
    const all = 'x-my-secret-rest my-secret-res my-secret';
    expect(replaceAll(table, Buffer.from(all)).toString()).toBe('x-2 my-1-res my-1');
  });

  it('takes time in proportion to what is read, whatever begins and does not end', () => {
    const run = 'a'.repeat(16_000);
    const table = replacementTable([replacement('aaaaaaaa', '1'), replacement(`${run}b`, '2')]);
    const long = Buffer.from('a'.repeat(1_600_000));
    expect(replaceAll(table, long).toString()).toBe('1'.repeat(200_000));
  });

  it('takes a long text that repeats itself, byte by byte', () => {
    const long = 'ab'.repeat(30_000);
    const table = replacementTable([replacement(`${long}c`, 'x')]);
    const replacer = createReplacer(table);
    const given = [...Buffer.from(`${long}${long}c`)].flatMap((byte) => replacer.push(Buffer.from([byte])));
    expect(Buffer.concat(given).toString()).toBe(`${long}x`);
  });

  it('leaves everything as it is where nothing is looked for', () => {
    const bytes = Buffer.from([0, 255, 10]);
    expect(replaceAll(replacementTable([]), bytes)).toEqual(bytes);
  });
});
