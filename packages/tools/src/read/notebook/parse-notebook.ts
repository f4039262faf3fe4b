import { getOwn } from '@sluice/core';
import { parseOutputs, type RawOutput } from './parse-outputs.ts';
import { joinText } from './join-text.ts';

export interface ParsedNotebook {
  readonly ok: true;
  readonly language: string;
  readonly nbformat: string;
  readonly cells: readonly RawCell[];
}

export interface RawCell {
  readonly id: string;
  /** Undefined or false: `id` is only its number. */
  readonly hasOwnId?: boolean;
  readonly cellType: 'code' | 'markdown' | 'raw';
  readonly source: string;
  readonly executionCount: number | undefined;
  /** Parsed when the cell is shown. */
  readonly outputs: () => readonly RawOutput[];
}

/** What is wrong with the file; `reason` is a sentence without its full stop. */
interface BrokenNotebook {
  readonly ok: false;
  readonly reason: string;
}

/** Parses a notebook of format 3 or 4 leniently: missing or invalid members are treated as empty. */
export function parseNotebook(text: string): ParsedNotebook | BrokenNotebook {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const notebook = parsed.value;
  if (!isObject(notebook)) return { ok: false, reason: 'It is JSON, but not an object' };
  const cells = cellsOf(notebook);
  if (cells === undefined) return { ok: false, reason: 'It is JSON, but has no list of "cells"' };
  return {
    ok: true,
    language: languageOf(notebook),
    nbformat: [getOwn(notebook, 'nbformat'), getOwn(notebook, 'nbformat_minor')]
      .filter((part) => typeof part === 'number')
      .join('.'),
    cells: cells.map(toCell),
  };
}

/** Format 3 has its cells in worksheets. */
function cellsOf(notebook: object): readonly unknown[] | undefined {
  const cells: unknown = getOwn(notebook, 'cells');
  if (Array.isArray(cells)) return cells;
  const worksheets: unknown = getOwn(notebook, 'worksheets');
  if (!Array.isArray(worksheets)) return undefined;
  return worksheets.flatMap((sheet: unknown) => {
    const inSheet: unknown = isObject(sheet) ? getOwn(sheet, 'cells') : undefined;
    return Array.isArray(inSheet) ? inSheet : [];
  });
}

function toCell(cell: unknown, index: number): RawCell {
  const given = isObject(cell) ? cell : {};
  const type = getOwn(given, 'cell_type');
  const id = getOwn(given, 'id');
  const hasOwnId = typeof id === 'string' && id !== '';
  const count = getOwn(given, 'execution_count') ?? getOwn(given, 'prompt_number');
  const heading = type === 'heading' ? `${'#'.repeat(levelOf(given))} ` : '';
  return {
    id: hasOwnId ? id : `cell-${index}`,
    hasOwnId,
    cellType: type === 'code' || type === 'raw' ? type : 'markdown',
    source: heading + joinText(getOwn(given, 'source') ?? getOwn(given, 'input')),
    executionCount: typeof count === 'number' ? count : undefined,
    outputs: () => parseOutputs(getOwn(given, 'outputs')),
  };
}

/** Format 3 has headings as cells of their own. */
function levelOf(cell: object): number {
  const level = getOwn(cell, 'level');
  return typeof level === 'number' && level >= 1 && level <= 6 ? Math.floor(level) : 1;
}

function languageOf(notebook: object): string {
  const metadata = getOwn(notebook, 'metadata');
  for (const key of ['language_info', 'kernelspec']) {
    const info = isObject(metadata) ? getOwn(metadata, key) : undefined;
    const name = isObject(info) ? getOwn(info, key === 'kernelspec' ? 'language' : 'name') : undefined;
    if (typeof name === 'string' && name !== '') return name.slice(0, 50);
  }
  return 'python';
}

function parseJson(text: string): { readonly ok: true; readonly value: unknown } | BrokenNotebook {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(detail)?.[1];
    const fault =
      position === undefined ? detail.slice(0, 200).toWellFormed() : placeOf(text, Number(position));
    return { ok: false, reason: `It is not valid JSON: ${fault}` };
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `the error is at line ${line}, column ${position - before.lastIndexOf('\n')}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
