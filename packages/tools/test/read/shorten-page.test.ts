import type { ShortenedPage } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { shortenPage } from '../../src/read/shorten-page.ts';

const textOf = (page: string | ShortenedPage): string => (typeof page === 'string' ? page : page.text);

const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1} ${'x'.repeat(50)}`);
const file = { filePath: '/f', content: lines.join('\n'), numLines: 100, startLine: 11, totalLines: 500 };

describe('a page that is shortened for the sake of its message', () => {
  it('holds whole lines and names the offset to go on with', () => {
    const page = shortenPage(file, 2000);
    const text = textOf(page);
    expect(text.length).toBeLessThanOrEqual(2000);
    const shown = text.split('\n').filter((line) => /^ +\d+\t/.test(line));
    expect(shown).toEqual(
      lines.slice(0, shown.length).map((line, index) => `${String(index + 11).padStart(6)}\t${line}`),
    );
    expect(text).toContain(`offset: ${11 + shown.length}`);
    expect(page).toMatchObject({ range: { offset: 11, limit: shown.length, total: 500 } });
  });

  it('stays as it is when it fits', () => {
    const page = shortenPage(file, 1_000_000);
    expect(textOf(page)).toContain('line 100');
    expect(page).toMatchObject({ range: { offset: 11, limit: 100 } });
  });

  it('cuts the one line that does not fit', () => {
    const long = { filePath: '/f', content: 'y'.repeat(5000), numLines: 2, startLine: 1, totalLines: 9 };
    const page = shortenPage({ ...long, content: `${long.content}\nz` }, 2000);
    expect(page).toBeTypeOf('string');
    expect(textOf(page).length).toBeLessThanOrEqual(2000);
    expect(page).toContain('y … [cut here]');
    expect(page).toContain('[1 line cut. allow_large: true shows more of a long line.]');
  });
});
