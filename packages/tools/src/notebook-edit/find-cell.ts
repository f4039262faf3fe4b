import { problem, type Problem } from '../files/problem.ts';
import type { RawCell } from '../read/notebook/parse-notebook.ts';

/** Maximum number of ids, and characters of each, in a message about a missing one. */
const NAMED = 20;
const NAME_LENGTH = 64;

const NUMBER_ID = /^cell-(\d{1,9})$/;

type FoundCell =
  /** `isByNumber`: only by its position. */
  { readonly ok: true; readonly index: number; readonly isByNumber: boolean } | Problem | undefined;

/**
 * Finds the cell for an id: its own, or `cell-<n>`, starting at 0, which Read shows for cells without one. Undefined if no id was given.
 */
export function findCell(cells: readonly RawCell[], id: string | undefined, path: string): FoundCell {
  if (id === undefined) return undefined;
  const found = cells.flatMap((cell, index) => (cell.id === id ? [index] : []));
  const [first] = found;
  if (first !== undefined && found.length === 1) {
    return { ok: true, index: first, isByNumber: cells[first]?.hasOwnId !== true };
  }
  if (first !== undefined) {
    return problem(
      'several-cells',
      `${found.length} cells of ${path} have the id ${JSON.stringify(id)}. Choose one by its number, starting at 0: ${found
        .slice(0, NAMED)
        .map((index) => `cell-${index}`)
        .join(', ')}.`,
    );
  }
  const index = Number(NUMBER_ID.exec(id)?.[1] ?? -1);
  if (index >= 0 && index < cells.length) return { ok: true, index, isByNumber: true };
  return problem(
    'no-cell',
    `${path} has no cell ${JSON.stringify(id.slice(0, NAME_LENGTH))}. ${idsText(cells)}`,
  );
}

function idsText(cells: readonly RawCell[]): string {
  if (cells.length === 0) return 'It has no cells yet; insert one without cell_id.';
  const ids = cells.slice(0, NAMED).map(({ id }) => id.slice(0, NAME_LENGTH));
  const more = cells.length > NAMED ? `, … (${cells.length} in all)` : '';
  return `Its cells are: ${ids.join(', ')}${more}. Read shows each with its id.`;
}
