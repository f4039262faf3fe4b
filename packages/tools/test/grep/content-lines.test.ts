import { describe, expect, it } from 'vitest';
import { contentLines, CUT_MARK } from '../../src/grep/content-lines.ts';

const plain = { shown: (path: string) => path, hasLineNumbers: true, hasContext: false };
const raw = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function linesOf(entries: readonly (readonly [string, string])[], layout = plain): readonly string[] {
  return contentLines(
    entries.map(([path, body]) => ({ path, body })),
    layout,
  ).text.split('\n');
}

describe('a line of content', () => {
  it.each([
    ['of a match', '12:a:b', plain, 'f:12:a:b'],
    ['around a match', '12-a:b', plain, 'f-12-a:b'],
    ['without its number', '12:a', { ...plain, hasLineNumbers: false }, 'f:a'],
    ['around a match, without its number', '12-a', { ...plain, hasLineNumbers: false }, 'f-a'],
    ['with letters of every script', `1:${raw('日本')}`, plain, 'f:1:日本'],
    ['with bytes that are not UTF-8', '1:\xff', plain, 'f:1:\ufffd'],
    ['that is empty', '1:', plain, 'f:1:'],
    ['of the longest length', `1:${'x'.repeat(500)}`, plain, `f:1:${'x'.repeat(500)}`],
    ['that is too long', `1:${'x'.repeat(501)}`, plain, `f:1:${'x'.repeat(500)}${CUT_MARK}`],
    ['cut before a pair', `1:${'x'.repeat(499)}${raw('😀')}`, plain, `f:1:${'x'.repeat(499)}${CUT_MARK}`],
  ])('%s', (_, body, layout, line) => {
    expect(linesOf([['f', body]], layout)).toEqual([line]);
  });
});

describe('separators', () => {
  const entries = [
    ['f', '1:a'],
    ['f', '2-b'],
    ['f', '9:c'],
    ['g', '10:d'],
    ['g', '10:e'],
  ] as const;

  it('stand between lines that do not follow one another', () => {
    const lines = linesOf(entries, { ...plain, hasContext: true });
    expect(lines).toEqual(['f:1:a', 'f-2-b', '--', 'f:9:c', '--', 'g:10:d', 'g:10:e']);
  });

  it('are left out where no context was asked for', () => {
    expect(linesOf(entries)).toHaveLength(5);
  });
});
