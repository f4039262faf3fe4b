import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNotebook } from '../../../src/read/notebook/parse-notebook.ts';
import { runs } from '../../files/runs.ts';

const cell = (fields: object): object => ({ cell_type: 'code', metadata: {}, ...fields });

function parse(notebook: object) {
  const parsed = parseNotebook(JSON.stringify(notebook));
  if (!parsed.ok) throw new Error(parsed.reason);
  return { ...parsed, cells: parsed.cells.map((one) => ({ ...one, outputs: one.outputs() })) };
}

test.each([
  [
    'format 4.5',
    {
      cells: [cell({ id: 'a1', source: ['x = 1\n', 'x'], execution_count: 2, outputs: [] })],
      metadata: { language_info: { name: 'julia' } },
      nbformat: 4,
      nbformat_minor: 5,
    },
    { language: 'julia', nbformat: '4.5', cells: [['a1', 'code', 'x = 1\nx', 2]] },
  ],
  [
    'cells without ids, of which a number stands for each',
    { cells: [cell({ source: 'a' }), { cell_type: 'raw', source: 'b' }], nbformat: 4, nbformat_minor: 2 },
    {
      language: 'python',
      nbformat: '4.2',
      cells: [
        ['cell-0', 'code', 'a', undefined],
        ['cell-1', 'raw', 'b', undefined],
      ],
    },
  ],
  [
    'format 3',
    {
      worksheets: [
        { cells: [cell({ input: 'x', prompt_number: 7, outputs: [] })] },
        { cells: [{ cell_type: 'heading', level: 2, source: 'Title' }] },
      ],
      metadata: { kernelspec: { language: 'R' } },
      nbformat: 3,
    },
    {
      language: 'R',
      nbformat: '3',
      cells: [
        ['cell-0', 'code', 'x', 7],
        ['cell-1', 'markdown', '## Title', undefined],
      ],
    },
  ],
  ['no cells', { cells: [] }, { language: 'python', nbformat: '', cells: [] }],
  [
    'cells that are none',
    { cells: [null, 'text', {}] },
    {
      language: 'python',
      nbformat: '',
      cells: ['cell-0', 'cell-1', 'cell-2'].map((id) => [id, 'markdown', '', undefined]),
    },
  ],
])('%s', (_, notebook, expected) => {
  const { language, nbformat, cells } = parse(notebook);
  expect({
    language,
    nbformat,
    cells: cells.map(({ id, cellType, source, executionCount }) => [id, cellType, source, executionCount]),
  }).toEqual(expected);
});

test.each([
  ['an empty file', '', /^It is not valid JSON: Unexpected end/],
  ['half a file', '{"cells": [', /^It is not valid JSON: /],
  ['a key without quotes', '{\n  "cells": [],\n  x: 1\n}', /the error is at line 3, column 3/],
  ['a list', '[]', /no list of "cells"/],
  ['a number', '1', /not an object/],
  ['cells of another kind', '{"cells": 1}', /no list of "cells"/],
])('%s is broken', (_, text, reason) => {
  expect(parseNotebook(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test('any JSON is a notebook or broken, never an error', () => {
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1, 'text', 'code', 'stream', 'error', 'display_data', ['a', 2]),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'cells',
          'worksheets',
          'cell_type',
          'source',
          'outputs',
          'output_type',
          'data',
          'traceback',
          'text',
          'metadata',
          'language_info',
          'name',
          'image/png',
          '__proto__',
        ),
        tie('value'),
        { maxKeys: 6, noNullPrototype: true },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, (given) => {
      const parsed = parseNotebook(JSON.stringify({ cells: given }));
      if (!parsed.ok) return;
      for (const one of parsed.cells) for (const output of one.outputs()) expect(output.name).not.toBe('');
    }),
    runs,
  );
});
