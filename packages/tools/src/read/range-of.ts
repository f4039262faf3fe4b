import type { ReadRange } from '@sluice/core';
import type { TextReadOutput } from './read-output.ts';

/** The lines on a page. */
export function rangeOf(file: TextReadOutput['file']): ReadRange {
  const { startLine, numLines, totalLines, totalLinesIsLowerBound } = file;
  const range = { offset: startLine, limit: numLines };
  return totalLinesIsLowerBound === true ? range : { ...range, total: totalLines };
}
