import type { EditorView } from '../editor/line-editor.ts';
import type { Footer } from '../screen/screen.ts';
import type { Style } from '../text/style.ts';

/** The prompt: a mark before the first row, and blanks before the others. */
export function promptRows({ rows, cursor }: EditorView, mark: string, style: Style): Footer {
  const { length } = mark;
  const shown = rows.length === 0 ? [''] : rows;
  return {
    rows: shown.map((row, index) => `${index === 0 ? style('strong', mark) : ' '.repeat(length)}${row}`),
    cursor: { row: cursor.row, column: length + cursor.column },
  };
}
