import { describe, expect, it } from 'vitest';
import { shortenPage } from '../../src/read/shorten-page.ts';

const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1} ${'x'.repeat(50)}`);
const file = { filePath: '/f', content: lines.join('\n'), numLines: 100, startLine: 11, totalLines: 500 };

describe('a page that is shortened for the sake of its message', () => {
  it('holds whole lines and names the offset to go on with', () => {
    const text = shortenPage(file, 2000);
    expect(text.length).toBeLessThanOrEqual(2000);
    const shown = text.split('\n').filter((line) => /^ +\d+\t/.test(line));
    expect(shown).toEqual(
      lines.slice(0, shown.length).map((line, index) => `${String(index + 11).padStart(6)}\t${line}`),
    );
    expect(text).toContain(`offset: ${11 + shown.length}`);
  });

  it('stays as it is when it fits', () => {
    expect(shortenPage(file, 1_000_000)).toContain('line 100');
  });

  it('cuts the one line that does not fit', () => {
    const long = { filePath: '/f', content: 'y'.repeat(5000), numLines: 2, startLine: 1, totalLines: 9 };
    expect(shortenPage({ ...long, content: `${long.content}\nz` }, 2000).length).toBeLessThanOrEqual(2000);
  });
});
