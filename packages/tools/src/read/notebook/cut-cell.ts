import { present } from '@sluice/base';
import { cutText } from '../decode-line.ts';
import type { CellOutput, NotebookCell } from '../read-output.ts';
import { shortenText } from './shorten-text.ts';

/** Cuts a cell that alone is longer than `bytes` of UTF-8: half of them for the source, half for the outputs. */
export function cutCell(cell: NotebookCell, bytes: number): NotebookCell {
  // No UTF-16 unit takes more than three bytes of UTF-8.
  const length = Math.floor(bytes / 6);
  const source = cutText(cell.source, length);
  const outputs: CellOutput[] = [];
  let room = length;
  for (const output of cell.outputs) {
    if (output.type === 'image') {
      outputs.push(output);
    } else if (room > 0) {
      outputs.push({ ...output, text: shortenText(output.text, room) });
      room -= output.text.length;
    }
  }
  const isCut = source.length < cell.source.length;
  return { ...cell, source, outputs, ...present({ isCut: isCut ? true : undefined }) };
}
