import { cells, wrap } from '@sluice/terminal';

/** Cells that the text beside a name gets at least; in less room the line stays as it is. */
const MIN_ROOM = 30;

/** A line with a name and a text at its right, two blanks apart, as rows: the text goes on below where it began. */
export function foldBelow(line: string, width: number): readonly string[] {
  const [start = ''] = /^(?:\s+|\S.*?\s{2,})/.exec(line) ?? [];
  const column = cells(start);
  if (cells(line) <= width || width - column < MIN_ROOM) return [line];
  return wrap(line.slice(start.length), width - column).map((row, index) =>
    index === 0 ? `${start}${row}` : `${' '.repeat(column)}${row}`,
  );
}
