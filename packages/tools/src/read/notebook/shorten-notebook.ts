import type { ShortenedPage } from '@sluice/core';
import type { NotebookCell, NotebookReadOutput } from '../read-output.ts';
import { cellText, notebookText } from './notebook-text.ts';
import { cellRange } from './cell-range.ts';
import { cutCell } from './cut-cell.ts';

/** Reserved for the text around the cells. */
const NOTICE_CHARS = 800;

/** Fewer of the cells that were read, about `maxChars` UTF-16 units, with the offset to continue with. */
export function shortenNotebook(
  file: NotebookReadOutput['file'],
  maxChars: number,
  isLarge = false,
): string | ShortenedPage {
  const whole = notebookText(file, isLarge);
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
  const isCut = count === 0 && first !== undefined;
  const cells = isCut ? [cutCell(first, room)] : file.cells.slice(0, count);
  const page: NotebookReadOutput['file'] = { ...file, cells, truncatedByTokenCap: true };
  const text = notebookText(page, isLarge);
  return isCut || cells.some(hasImage) ? text : { text, range: cellRange(page) };
}

/** A shortened page has no images. */
function hasImage({ outputs }: NotebookCell): boolean {
  return outputs.some(({ type }) => type === 'image');
}
