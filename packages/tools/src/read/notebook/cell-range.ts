import type { ReadRange } from '@sluice/core';
import type { NotebookReadOutput } from '../read-output.ts';

/** The cells on a page of a notebook. */
export function cellRange({ startCell, cells, totalCells }: NotebookReadOutput['file']): ReadRange {
  return { offset: startCell, limit: cells.length, total: totalCells, unit: 'cell' };
}
