import type { ReadRange } from '@sluice/core';
import type { NotebookReadOutput } from '../read-output.ts';

/** The cells that a page of a notebook holds. */
export function cellRange({ startCell, cells, totalCells }: NotebookReadOutput['file']): ReadRange {
  return { offset: startCell, limit: cells.length, total: totalCells, unit: 'cell' };
}
