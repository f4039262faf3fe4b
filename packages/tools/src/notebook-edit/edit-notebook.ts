import { present } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { parseNotebook, type ParsedNotebook } from '../read/notebook/parse-notebook.ts';
import { problem, type Problem } from '../files/problem.ts';
import { changeCell } from './change-cell.ts';
import { insertItem, removeItem } from './change-list.ts';
import { findCell } from './find-cell.ts';
import { itemsOf, memberOf, membersOf, skipBlank, type Span } from './json-spans.ts';
import { jsonStyleOf, writeJson, type JsonStyle } from './json-style.ts';
import type { EditedCellType, EditMode } from './notebook-edit-schema.ts';
import { sourceValue } from './source-value.ts';
import { applySplices, type Splice } from './splice.ts';

export interface NotebookChange {
  readonly mode: EditMode;
  /** For an insertion the cell before it; undefined: at the top. */
  readonly cellId: string | undefined;
  readonly source: string;
  readonly cellType: 'code' | 'markdown' | undefined;
  /** Cells were inserted or removed since the model saw the numbers it knows. */
  readonly hasMovedCells?: boolean;
}

export interface EditedNotebook {
  readonly ok: true;
  readonly text: string;
  /** The part of the old text that contains all changes. */
  readonly changed: Span;
  readonly cellId: string;
  /** Index of the cell, starting at 0; for an insertion, in the new notebook. */
  readonly index: number;
  readonly cellType: EditedCellType;
  /** The old cell; undefined for an insertion. */
  readonly oldCellType: EditedCellType | undefined;
  readonly oldSource: string | undefined;
  readonly language: string;
  /** The number of cells without ids whose numbers changed. */
  readonly hasMovedNumbers: boolean;
  /** Whether any cell has moved. */
  readonly hasMovedCells: boolean;
}

/** A notebook's text with one cell changed, inserted or removed; everything else stays as written. */
export function editNotebook(
  text: string,
  change: NotebookChange,
  path: string,
  newId: () => string,
): EditedNotebook | Problem {
  const notebook = parseNotebook(text);
  if (!notebook.ok)
    return problem('broken-notebook', `${path} is not a notebook that can be edited: ${notebook.reason}.`);
  const members = membersOf(text, skipBlank(text, 0));
  const list = memberOf(members, 'cells');
  if (list === undefined || text[list.start] !== '[') return oldFormatProblem(path);
  const items = itemsOf(text, list.start);
  const found = findCell(notebook.cells, change.cellId, path);
  if (found !== undefined && !found.ok) return found;
  if (change.hasMovedCells === true && found?.isByNumber === true) return movedProblem(path, change.cellId);
  const style = jsonStyleOf(text, members);
  if (change.mode === 'insert') {
    const index = found === undefined ? 0 : found.index + 1;
    return insertCell(text, { list, items, style, index }, change, notebook, newId);
  }
  const [cell, item] = [notebook.cells[found?.index ?? 0], items[found?.index ?? 0]];
  if (found === undefined || cell === undefined || item === undefined || text[item.start] !== '{') {
    return problem('no-cell', `The cell of ${path} is missing: give its cell_id, as Read shows it.`);
  }
  const isDeletion = change.mode === 'delete';
  const isSame = cell.source === change.source && (change.cellType ?? cell.cellType) === cell.cellType;
  if (!isDeletion && isSame) {
    return problem(
      'no-change',
      `The cell ${cell.id} of ${path} already has this source, so there is nothing to change.`,
    );
  }
  const splices = isDeletion
    ? [removeItem(list, items, found.index)]
    : changeCell(text, item, { source: change.source, cellType: change.cellType }, style);
  return {
    ...made(text, splices),
    cellId: cell.id,
    index: found.index,
    cellType: isDeletion ? cell.cellType : (change.cellType ?? cell.cellType),
    oldCellType: cell.cellType,
    oldSource: cell.source,
    language: notebook.language,
    hasMovedNumbers: isDeletion && hasNumberedCells(notebook, found.index + 1),
    hasMovedCells: isDeletion && found.index + 1 < notebook.cells.length,
  };
}

interface Place {
  readonly list: Span;
  readonly items: readonly Span[];
  readonly style: JsonStyle;
  readonly index: number;
}

function insertCell(
  text: string,
  { list, items, style, index }: Place,
  change: NotebookChange,
  notebook: ParsedNotebook,
  newId: () => string,
): EditedNotebook {
  const cellType = change.cellType ?? 'code';
  const id = hasCellIds(text) ? unusedId(notebook, newId) : undefined;
  const isCode = cellType === 'code';
  const cell = {
    cell_type: cellType,
    ...present({ execution_count: isCode ? null : undefined, id }),
    metadata: {},
    ...present({ outputs: isCode ? [] : undefined }),
    source: sourceValue(change.source, hasListedSources(text, items)),
  };
  return {
    ...made(text, [insertItem(list, items, index, writeJson(cell, style, 2), style)]),
    cellId: id ?? `cell-${index}`,
    index,
    cellType,
    oldCellType: undefined,
    oldSource: undefined,
    language: notebook.language,
    hasMovedNumbers: hasNumberedCells(notebook, index),
    hasMovedCells: index < notebook.cells.length,
  };
}

function made(text: string, splices: readonly Splice[]): Pick<EditedNotebook, 'ok' | 'text' | 'changed'> {
  const start = splices.reduce((least, splice) => Math.min(least, splice.start), text.length);
  const end = splices.reduce((max, splice) => Math.max(max, splice.end), 0);
  return { ok: true, text: applySplices(text, splices), changed: { start, end } };
}

/** Cells have ids from format 4.5 on; in an older notebook they would be an error. */
function hasCellIds(text: string): boolean {
  const notebook: unknown = JSON.parse(text);
  if (!isJsonObject(notebook)) return false;
  const [major, minor] = [getOwn(notebook, 'nbformat'), getOwn(notebook, 'nbformat_minor')];
  return typeof major === 'number' && typeof minor === 'number' && (major > 4 || (major === 4 && minor >= 5));
}

function unusedId({ cells }: ParsedNotebook, newId: () => string): string {
  const used = new Set(cells.map(({ id }) => id));
  for (;;) {
    const id = newId();
    if (!used.has(id)) return id;
  }
}

/** In the form of the first cell that shows it; otherwise a list of lines. */
function hasListedSources(text: string, items: readonly Span[]): boolean {
  const [first] = items;
  if (first === undefined || text[first.start] !== '{') return true;
  const source = memberOf(membersOf(text, first.start), 'source');
  return source === undefined || text[source.start] !== '"';
}

function hasNumberedCells({ cells }: ParsedNotebook, from: number): boolean {
  return cells.slice(from).some(({ hasOwnId }) => hasOwnId !== true);
}

function movedProblem(path: string, cellId = ''): Problem {
  return problem(
    'cells-moved',
    `Cells were added to or removed from ${path} since it was read, so ${JSON.stringify(cellId)} may now be a different cell. Nothing was written. Read the notebook again, then use the number that it shows.`,
  );
}

function oldFormatProblem(path: string): Problem {
  return problem(
    'old-format',
    `${path} uses a notebook format before 4, which stores cells elsewhere. Convert it first: jupyter nbconvert --to notebook --nbformat 4 --inplace.`,
  );
}
