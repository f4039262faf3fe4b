import type { NotebookReadOutput } from '../read-output.ts';
import { cellText, notebookText } from './notebook-text.ts';
import { cutCell } from './cut-cell.ts';

/** Room for what stands around the cells. */
const NOTICE_CHARS = 800;

/** Fewer cells of what was read, of about `maxChars` UTF-16 units, that name the offset to go on with. */
export function shortenNotebook(file: NotebookReadOutput['file'], maxChars: number): string {
  const whole = notebookText(file);
  if (whole.length <= maxChars) return whole;
  const room = Math.max(0, maxChars - NOTICE_CHARS - file.filePath.length);
  let used = 0;
  let count = 0;
  for (const cell of file.cells) {
    used += cellText(cell).length + 2;
    if (used > room) break;
    count += 1;
  }
  const [first] = file.cells;
  const cells = count === 0 && first !== undefined ? [cutCell(first, room)] : file.cells.slice(0, count);
  return notebookText({ ...file, cells, truncatedByTokenCap: true });
}
