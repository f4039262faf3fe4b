import { cells, wrap } from '@sluice/terminal';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What a line of Markdown begins with: quotation marks, the mark of a list, blanks. */
const MARKS = /^(?:\s*(?:>\s?)*)(?:(?:[-*+]|\d+[.)])\s+)?/;

/**
 * Markdown for a pager, which would cut words where a row ends: paragraphs are broken between words, below where they began. Code and
 * tables stay as they are.
 * @param width columns of the terminal
 */
export function foldProse(text: string, width: number): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .flatMap((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (mark !== undefined && (fence === undefined || isEndOf(fence, mark, line)))
        fence = fence === undefined ? mark : undefined;
      return mark !== undefined || fence !== undefined || /^\s*\|/.test(line)
        ? [line]
        : foldLine(line, width);
    })
    .join('\n');
}

function isEndOf(fence: string, mark: string, line: string): boolean {
  return mark.startsWith(fence) && line.trim() === mark;
}

/** Columns that a text gets at least, however far it is indented. */
const MIN_ROOM = 20;

function foldLine(line: string, width: number): readonly string[] {
  const [marks = ''] = MARKS.exec(line) ?? [];
  const room = width - cells(marks);
  if (cells(line) <= width || room < MIN_ROOM) return [line];
  // A quotation goes on as one; the mark of a list stands once.
  const below = marks.replaceAll(/[^\s>]/g, ' ');
  return wrap(line.slice(marks.length), room).map((row, index) => `${index === 0 ? marks : below}${row}`);
}
