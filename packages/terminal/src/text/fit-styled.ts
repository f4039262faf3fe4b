import { fitText } from '@sluice/base';
import { cells, withoutStyles } from './cells.ts';

// oxlint-disable-next-line no-control-regex -- these are the sequences that styles consist of
const PIECES = /(\u001b\[[0-9;]*m)/;

/** A styled text within so many cells; what is too long ends in `…`. */
export function fitStyled(text: string, width: number): string {
  if (cells(text) <= width) return text;
  if (!text.includes('\u001b')) return fitText(text, width);
  let left = width;
  let fitting = '';
  for (const piece of text.split(PIECES)) {
    if (piece.startsWith('\u001b')) {
      fitting += piece;
    } else if (piece !== '') {
      const taken = cells(piece);
      if (taken < left || (taken === left && withoutStyles(text).endsWith(piece))) fitting += piece;
      else return `${fitting}${fitText(`${piece}  `, left)}\u001b[0m`;
      left -= taken;
    }
  }
  return fitting;
}
