import { fstatSync } from 'node:fs';

/** Narrower windows wrap by themselves. */
const MIN_COLUMNS = 40;

/**
 * A help text for a window: a line that is too long goes on below its own text, at a word.
 * @param columns of the window. Default: those of standard output; undefined, where it is not a terminal: as it is
 */
export function fitHelp(text: string, columns: number | undefined = windowColumns()): string {
  if (columns === undefined || columns < MIN_COLUMNS) return text;
  return text
    .split('\n')
    .flatMap((line) => fitted(line, columns))
    .join('\n');
}

function windowColumns(): number | undefined {
  // Setting up `process.stdout` takes 3 ms, which a pipe doesn't have to wait for.
  return isDevice(1) ? process.stdout.columns : undefined;
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

function fitted(line: string, columns: number): readonly string[] {
  if (line.length <= columns) return [line];
  const indent = indentOf(line, columns);
  const rows: string[] = [];
  let row = line.slice(0, indent);
  for (const word of line.slice(indent).split(' ')) {
    const isFirst = row.length === indent;
    if (!isFirst && row.length + 1 + word.length > columns) {
      rows.push(row);
      row = ' '.repeat(indent) + word;
    } else row += isFirst ? word : ` ${word}`;
  }
  return [...rows, row];
}

/** Where the text of a line begins: after the name of an option, or of what "Usage:" shows. */
function indentOf(line: string, columns: number): number {
  const start = /^(?:Usage: )?\s*(?:\S+(?: \S+)*\s{2,})?/.exec(line)?.[0].length ?? 0;
  return start > columns / 2 ? 0 : start;
}
