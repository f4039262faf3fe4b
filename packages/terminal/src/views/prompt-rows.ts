import type { EditorView } from '../editor/line-editor.ts';
import type { Footer } from '../screen/footer.ts';
import type { Style } from '../text/style.ts';

/** The prompt: a mark before the first row, and blanks before the others. */
export function promptRows(
  { rows, cursor, hasAbove, hasBelow }: EditorView,
  mark: string,
  style: Style,
): Footer {
  const { length } = mark;
  const shown = rows.length === 0 ? [''] : rows;
  const markOf = (index: number): string => {
    if (index === 0) return style('strong', hasAbove ? '↑'.padEnd(length) : mark);
    return index === shown.length - 1 && hasBelow ? style('strong', '↓'.padEnd(length)) : ' '.repeat(length);
  };
  return {
    rows: shown.map((row, index) => `${markOf(index)}${row}`),
    cursor: { row: cursor.row, column: length + cursor.column },
  };
}
