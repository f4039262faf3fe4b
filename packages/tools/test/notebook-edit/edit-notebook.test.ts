import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  editNotebook,
  type EditedNotebook,
  type NotebookChange,
} from '../../src/notebook-edit/edit-notebook.ts';
import { runs } from '../files/runs.ts';

const newId = (): string => 'made1234';

const CODE = {
  cell_type: 'code',
  execution_count: 3,
  id: 'one',
  metadata: { tags: [] },
  outputs: [{ data: { 'text/plain': ['4'] }, output_type: 'execute_result' }],
  source: ['2 + 2\n', '3'],
};
const TEXT = { attachments: {}, cell_type: 'markdown', id: 'two', metadata: {}, source: '# Title' };
const RAW = { cell_type: 'raw', id: 'three', metadata: {}, source: [] };

const NOTEBOOK = {
  cells: [CODE, TEXT, RAW],
  metadata: { kernelspec: { language: 'julia', name: 'julia-1.9' }, scale: 1 },
  nbformat: 4,
  nbformat_minor: 5,
};

function edited(text: string, change: Partial<NotebookChange>): EditedNotebook {
  const all = { mode: 'replace', cellId: undefined, source: 'x\ny', cellType: undefined, ...change } as const;
  const result = editNotebook(text, all, 'n.ipynb', newId);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

const RAN = { execution_count: null, outputs: [] };
const ROWS: readonly [string, Partial<NotebookChange>, readonly object[], object][] = [
  [
    'a code cell, with its outputs cleared',
    { cellId: 'one' },
    [{ ...CODE, ...RAN, source: ['x\n', 'y'] }, TEXT, RAW],
    { cellId: 'one', index: 0, cellType: 'code', oldSource: '2 + 2\n3', language: 'julia' },
  ],
  [
    'a text whose source is one string',
    { cellId: 'two' },
    [CODE, { ...TEXT, source: 'x\ny' }, RAW],
    { cellId: 'two', index: 1, cellType: 'markdown', oldSource: '# Title' },
  ],
  ['a raw cell', { cellId: 'three' }, [CODE, TEXT, { ...RAW, source: ['x\n', 'y'] }], { cellType: 'raw' }],
  [
    'a cell by its number',
    { cellId: 'cell-2' },
    [CODE, TEXT, { ...RAW, source: ['x\n', 'y'] }],
    { cellId: 'three' },
  ],
  [
    'code that becomes text',
    { cellId: 'one', cellType: 'markdown' },
    [{ cell_type: 'markdown', id: 'one', metadata: { tags: [] }, source: ['x\n', 'y'] }, TEXT, RAW],
    { cellType: 'markdown' },
  ],
  [
    'text that becomes code',
    { cellId: 'two', cellType: 'code' },
    [
      CODE,
      { cell_type: 'code', execution_count: null, id: 'two', metadata: {}, outputs: [], source: 'x\ny' },
      RAW,
    ],
    { cellType: 'code' },
  ],
  [
    'a raw cell that becomes text',
    { cellId: 'three', cellType: 'markdown' },
    [CODE, TEXT, { ...RAW, cell_type: 'markdown', source: ['x\n', 'y'] }],
    { cellType: 'markdown' },
  ],
  ['an empty source', { cellId: 'one', source: '' }, [{ ...CODE, ...RAN, source: [] }, TEXT, RAW], {}],
  [
    'a source that ends a line',
    { cellId: 'one', source: 'x\n' },
    [{ ...CODE, ...RAN, source: ['x\n'] }, TEXT, RAW],
    {},
  ],
  [
    'a new cell at the top',
    { mode: 'insert', cellType: 'code' },
    [
      {
        cell_type: 'code',
        execution_count: null,
        id: 'made1234',
        metadata: {},
        outputs: [],
        source: ['x\n', 'y'],
      },
      ...[CODE, TEXT, RAW],
    ],
    { cellId: 'made1234', index: 0, oldSource: undefined },
  ],
  [
    'a new cell after another',
    { mode: 'insert', cellType: 'markdown', cellId: 'two' },
    [CODE, TEXT, { cell_type: 'markdown', id: 'made1234', metadata: {}, source: ['x\n', 'y'] }, RAW],
    { index: 2 },
  ],
  [
    'a new cell at the end',
    { mode: 'insert', cellType: 'markdown', cellId: 'three' },
    [CODE, TEXT, RAW, { cell_type: 'markdown', id: 'made1234', metadata: {}, source: ['x\n', 'y'] }],
    { index: 3 },
  ],
  [
    'the first cell, deleted',
    { mode: 'delete', cellId: 'one' },
    [TEXT, RAW],
    { oldSource: '2 + 2\n3', cellType: 'code' },
  ],
  ['a cell in the middle, deleted', { mode: 'delete', cellId: 'two' }, [CODE, RAW], {}],
  ['the last cell, deleted', { mode: 'delete', cellId: 'three' }, [CODE, TEXT], {}],
];

test.each(ROWS)('%s: as it would be written anew, in each style', (_, change, cells, told) => {
  for (const [style, write] of STYLES) {
    const result = edited(write(NOTEBOOK), change);
    expect(result, style).toMatchObject(told);
    expect(result.text, style).toBe(write({ ...NOTEBOOK, cells }));
  }
});

const STYLES: readonly [string, (notebook: object) => string][] = [
  ['one space, a newline at the end', (notebook) => `${JSON.stringify(notebook, undefined, 1)}\n`],
  ['two spaces, none', (notebook) => JSON.stringify(notebook, undefined, 2)],
  ['tabs, CRLF', (notebook) => JSON.stringify(notebook, undefined, '\t').replaceAll('\n', '\r\n')],
  ['one line', (notebook) => JSON.stringify(notebook)],
  [
    'one line with spaces',
    (notebook) => JSON.stringify(notebook, undefined, 1).replace(/([,:[{]?)\n *|(:) /g, oneLine),
  ],
];

/** As Python writes it by default. */
function oneLine(_: string, before: string | undefined, colon: string | undefined): string {
  if (colon !== undefined) return ': ';
  return before === ',' ? ', ' : (before ?? '');
}

test('the only cell, deleted, and a cell in a notebook without any', () => {
  for (const [style, write] of STYLES) {
    const one = write({ ...NOTEBOOK, cells: [TEXT] });
    const none = write({ ...NOTEBOOK, cells: [] });
    expect(edited(one, { mode: 'delete', cellId: 'two' }).text, style).toBe(none);
    const made = { cell_type: 'markdown', id: 'made1234', metadata: {}, source: ['x\n', 'y'] };
    expect(edited(none, { mode: 'insert', cellType: 'markdown' }).text, style).toBe(
      write({ ...NOTEBOOK, cells: [made] }),
    );
  }
});

const ODD = String.raw`{
 "2": 1.0, "1": 1e5, "big": 12345678901234567890, "__proto__": {"x": 1},
 "cells": [ {"source": ["a\u00e9\/\n"], "metadata": {"s": "}]\\"}, "cell_type": "markdown"},
  {"cell_type":"code","source":"old","metadata":{},"outputs":[{"text":"\"]}"}],"execution_count":7, "extra":[1,[2,{"a":[]}]]} ],
 "metadata": {}, "nbformat_minor": 2, "nbformat": 4
}

`;

test('what is not changed stays as it is written: order, numbers, escapes, white space', () => {
  const result = edited(ODD, { cellId: 'cell-1', source: 'né' });
  const expected = ODD.replace('"old"', String.raw`"n\u00e9"`)
    .replace('[{"text":"\\"]}"}]', '[]')
    .replace(':7,', ':null,');
  expect(result.text).toBe(expected);
});

test('a notebook before 4.5 gets no ids, and says where numbers have moved', () => {
  const inserted = edited(ODD, { mode: 'insert', cellType: 'markdown', cellId: 'cell-0' });
  expect(inserted).toMatchObject({ cellId: 'cell-1', index: 1, hasMovedNumbers: true });
  expect(inserted.text).not.toContain('"id"');
  expect(edited(ODD, { mode: 'delete', cellId: 'cell-0' }).hasMovedNumbers).toBe(true);
  expect(edited(ODD, { mode: 'delete', cellId: 'cell-1' }).hasMovedNumbers).toBe(false);
  expect(edited(JSON.stringify(NOTEBOOK), { mode: 'delete', cellId: 'one' }).hasMovedNumbers).toBe(false);
});

test.each([
  ['an insertion before others', { mode: 'insert', cellType: 'code', cellId: 'two' }, true],
  ['an insertion at the end', { mode: 'insert', cellType: 'code', cellId: 'three' }, false],
  ['a deletion before others', { mode: 'delete', cellId: 'two' }, true],
  ['a deletion at the end', { mode: 'delete', cellId: 'three' }, false],
  ['a new source', { cellId: 'one' }, false],
] as const)('whether cells have moved: %s', (_, change, hasMovedCells) => {
  expect(edited(JSON.stringify(NOTEBOOK), change)).toMatchObject({ hasMovedCells, hasMovedNumbers: false });
});

const NUMBERED = JSON.stringify({ ...NOTEBOOK, cells: [CODE, { ...TEXT, id: 'cell-0' }] });

test.each([
  ['an id of its own', JSON.stringify(NOTEBOOK), 'two', true],
  ['an id of its own that looks like a number', NUMBERED, 'cell-0', true],
  ['a number, though it has an id', NUMBERED, 'cell-1', false],
  ['a number, having no id', ODD, 'cell-1', false],
])('once cells have moved, a cell named by %s', (_, text, cellId, isFound) => {
  const change = { mode: 'replace', source: 'new', cellType: undefined, cellId } as const;
  expect(editNotebook(text, change, 'n.ipynb', newId)).toMatchObject({ ok: true });
  const moved = editNotebook(text, { ...change, hasMovedCells: true }, 'n.ipynb', newId);
  expect(moved).toMatchObject(isFound ? { ok: true } : { ok: false, code: 'cells-moved' });
});

test('an id that is taken is not given again', () => {
  const ids = ['one', 'two', 'free'];
  const change = { mode: 'insert', cellId: undefined, source: 'x', cellType: 'code' } as const;
  const result = editNotebook(JSON.stringify(NOTEBOOK), change, 'n.ipynb', () => ids.shift() ?? 'none left');
  expect(result).toMatchObject({ cellId: 'free' });
});

const TWICE = { ...NOTEBOOK, cells: [CODE, { ...TEXT, id: 'one' }] };

test.each([
  ['no JSON', '{"cells": [', { cellId: 'one' }, 'broken-notebook', 'is not a notebook that can be edited'],
  ['no object', '[]', { cellId: 'one' }, 'broken-notebook', 'is not a notebook'],
  ['no cells', '{"nbformat": 4}', { cellId: 'one' }, 'broken-notebook', 'is not a notebook'],
  [
    'an old format',
    '{"worksheets": [{"cells": []}], "nbformat": 3}',
    { cellId: 'a' },
    'old-format',
    'jupyter nbconvert',
  ],
  [
    'an unknown id',
    JSON.stringify(NOTEBOOK),
    { cellId: 'four' },
    'no-cell',
    'Its cells are: one, two, three.',
  ],
  ['a number that is too high', JSON.stringify(NOTEBOOK), { cellId: 'cell-3' }, 'no-cell', 'Its cells are'],
  ['an id in a notebook without cells', '{"cells": []}', { cellId: 'cell-0' }, 'no-cell', 'no cells yet'],
  ['an id of two cells', JSON.stringify(TWICE), { cellId: 'one' }, 'several-cells', 'cell-0, cell-1'],
  [
    'no change',
    JSON.stringify(NOTEBOOK),
    { cellId: 'two', source: '# Title' },
    'no-change',
    'already has this source',
  ],
  ['a cell that is none', '{"cells": [7]}', { cellId: 'cell-0' }, 'no-cell', 'is missing'],
])('refuses: %s', (_, text, change, code, message) => {
  const all = { mode: 'replace', source: 'x', cellType: undefined, ...change } as const;
  const result = editNotebook(text, all, 'n.ipynb', newId);
  expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(message) });
});

const words = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '{', ']', ',', '\u2028', '𝄞'),
  maxLength: 6,
});
const cell = fc
  .record({
    cell_type: fc.constantFrom('code', 'markdown', 'raw'),
    metadata: fc.dictionary(words, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true }),
    source: fc.oneof(words, fc.array(words, { maxLength: 3 })),
    outputs: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 2 }),
  })
  .map(({ outputs, ...rest }) =>
    rest.cell_type === 'code' ? { ...rest, outputs, execution_count: 1 } : rest,
  );

test('any notebook: one cell changes, and the text around it is the same', () => {
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      words,
      fc.constantFrom('replace', 'insert', 'delete'),
      fc.constantFrom(undefined, 'code', 'markdown'),
      fc.constantFrom(undefined, 1, 4, '\t'),
      (cells, at, source, mode, cellType, indent) => {
        const index = at % cells.length;
        const text = JSON.stringify({ nbformat: 4, cells, metadata: { x: 1 } }, undefined, indent);
        const change = { mode, cellId: `cell-${index}`, source, cellType } as const;
        const result = editNotebook(text, change, 'n.ipynb', newId);
        if (!result.ok) {
          expect(result.code).toBe('no-change');
          return;
        }
        const { start, end } = result.changed;
        expect(result.text.startsWith(text.slice(0, start))).toBe(true);
        expect(result.text.endsWith(text.slice(end))).toBe(true);
        const { cells: after, ...rest }: { cells: Record<string, unknown>[] } = JSON.parse(result.text);
        expect(rest).toEqual({ nbformat: 4, metadata: { x: 1 } });
        const place = mode === 'insert' ? index + 1 : index;
        const others = mode === 'delete' ? after : after.toSpliced(place, 1);
        // What JSON makes of the cells: -0 is 0.
        const before: unknown = JSON.parse(
          JSON.stringify(mode === 'insert' ? cells : cells.toSpliced(index, 1)),
        );
        expect(others).toEqual(before);
        if (mode === 'delete') return;
        const made = after[place];
        const isCode = made?.['cell_type'] === 'code';
        expect([made?.['source']].flat().join('')).toBe(source);
        expect([made?.['outputs'], made?.['execution_count']]).toEqual(
          isCode ? [[], null] : [undefined, undefined],
        );
      },
    ),
    runs,
  );
});
