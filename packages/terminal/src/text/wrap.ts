import { cellWidth } from '@sluice/base';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A plain line as rows of at most so many cells; words stay whole where they fit. */
export function wrap(line: string, width: number): readonly string[] {
  if (cellWidth(line) <= width) return [line];
  const rows: string[] = [];
  let row = '';
  let taken = 0;
  const flush = (): void => {
    rows.push(row);
    row = '';
    taken = 0;
  };
  for (const word of line.match(/\S+\s*|\s+/g) ?? []) {
    const cells = cellWidth(word.trimEnd());
    if (cells <= width) {
      if (taken + cells > width) flush();
      row += word;
      taken += cellWidth(word);
      continue;
    }
    for (const { segment } of segmenter.segment(word)) {
      const wide = cellWidth(segment);
      if (taken + wide > width) flush();
      row += segment;
      taken += wide;
    }
  }
  if (row !== '') rows.push(row);
  return rows.map((one) => one.trimEnd());
}
