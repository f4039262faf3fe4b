import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChange } from '@sluice/core';
import { expect, test } from 'vitest';
import { createNotebookEditTool } from '../../src/notebook-edit/notebook-edit-tool.ts';
import type { NotebookEditInput } from '../../src/notebook-edit/notebook-edit-schema.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { callTool, dataOf, runTool } from '../files/run-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const tool = createNotebookEditTool({ newId: () => 'made1234' });

const NOTEBOOK = `${JSON.stringify(
  {
    cells: [
      {
        cell_type: 'code',
        execution_count: 1,
        id: 'é',
        metadata: {},
        outputs: [{ a: 1 }],
        source: ['old\n', 'code'],
      },
      { cell_type: 'markdown', id: 'two', metadata: {}, source: ['text'] },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  },
  undefined,
  1,
)}\n`;

async function room(content: string | Buffer = NOTEBOOK, name = 'n.ipynb') {
  const cwd = await temporaryDirectory();
  const path = join(cwd, name);
  await writeFile(path, content);
  const ledger = createFakeLedger();
  const kept: FileChange[] = [];
  const context = createFakeContext({
    cwd,
    ledger,
    messageId: 'now',
    async keepPreImage(change) {
      kept.push(change);
      return undefined;
    },
  });
  const earlier = createFakeContext({ cwd, ledger, messageId: 'earlier' });
  return {
    cwd,
    path,
    kept,
    ledger,
    context,
    async read(limit?: number) {
      await noteRead(path, earlier, limit);
      ledger.release('earlier');
    },
    edit: (input: Partial<NotebookEditInput>) =>
      runTool(tool, { notebook_path: path, new_source: 'new', ...input }, context),
  };
}

test('replaces a source, keeps the pre-image and the mode, and shows what clients know', async () => {
  const { path, kept, read, edit } = await room();
  await chmod(path, 0o640);
  await read();
  const ran = await edit({ cell_id: 'é' });
  const updated = NOTEBOOK.replace('"old\\n",\n    "code"', '"new"')
    .replace('"execution_count": 1', '"execution_count": null')
    .replace(/"outputs": \[[^\]]*\]/, '"outputs": []');
  expect(ran).toMatchObject({
    ok: true,
    text: `Replaced the source of the code cell é (number 1) of ${path}. Its outputs were cleared; nothing was run.`,
  });
  expect(dataOf(ran)).toEqual({
    new_source: 'new',
    old_source: 'old\ncode',
    cell_id: 'é',
    cell_type: 'code',
    language: 'python',
    edit_mode: 'replace',
    notebook_path: path,
    original_file: NOTEBOOK,
    updated_file: updated,
    structuredPatch: expect.anything(),
    cell_number: 1,
  });
  expect(dataOf(ran).structuredPatch[0]?.lines).toContain('-    "old\\n",');
  expect(await readFile(path, 'utf8')).toBe(updated);
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(kept).toMatchObject([{ path, before: { bytes: Buffer.from(NOTEBOOK) } }]);
});

test('edits of one message follow one another', async () => {
  const { path, read, edit } = await room();
  await read();
  expect(await edit({ edit_mode: 'insert', cell_type: 'markdown', cell_id: 'é' })).toMatchObject({
    text: `Inserted the markdown cell made1234 (number 2) into ${path}.`,
  });
  expect(await edit({ edit_mode: 'delete', cell_id: 'two', new_source: '' })).toMatchObject({
    text: `Deleted the markdown cell two (number 3) of ${path}.`,
  });
  const { cells }: { cells: { id: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  expect(cells.map(({ id }) => id)).toEqual(['é', 'made1234']);
});

test.each([
  ['code', 'markdown', 'It was a code cell: its outputs and execution count were removed.'],
  ['code', 'code', 'Its outputs were cleared; nothing was run.'],
  [
    'markdown',
    'code',
    'It was a markdown cell: its attachments were removed, since code cells have none; nothing was run.',
  ],
  ['raw', 'markdown', 'It was a raw cell.'],
] as const)('a %s cell that becomes %s: what goes with that is told', async (before, cell_type, told) => {
  const id = before === 'code' ? 'é' : 'two';
  const { read, edit } = await room(
    NOTEBOOK.replace('"markdown"', JSON.stringify(before === 'code' ? 'raw' : before)),
  );
  await read();
  const ran = await edit({ cell_id: id, cell_type });
  expect(ran).toMatchObject({ ok: true, text: expect.stringContaining(told) });
  expect(dataOf(ran).old_cell_type).toBe(before === cell_type ? undefined : before);
});

test('a byte order mark stays', async () => {
  const { path, read, edit } = await room(`\uFEFF${NOTEBOOK}`);
  await read();
  expect(await edit({ cell_id: 'two' })).toMatchObject({ ok: true });
  expect(await readFile(path, 'utf8')).toBe(`\uFEFF${NOTEBOOK.replace('"text"', '"new"')}`);
});

type Room = Awaited<ReturnType<typeof room>>;

test.each([
  ['never read', async () => undefined, { cell_id: 'two' }, 'not-read'],
  ['read in part', ({ read }) => read(1), { cell_id: 'two' }, 'partly-read'],
  [
    'changed since',
    async ({ read, path }) => {
      await read();
      await writeFile(path, NOTEBOOK.replace('text', 'other'));
    },
    { cell_id: 'two' },
    'changed-since-read',
  ],
  [
    'read in the same message',
    ({ path, context }) => noteRead(path, context),
    { cell_id: 'two' },
    'read-in-same-message',
  ],
  ['no cell named', ({ read }) => read(), {}, 'no-cell'],
  ['no such cell', ({ read }) => read(), { cell_id: 'gone' }, 'no-cell'],
  ['an insertion without a type', ({ read }) => read(), { edit_mode: 'insert' }, 'no-cell-type'],
  ['half of a surrogate pair', ({ read }) => read(), { cell_id: 'two', new_source: '\ud83d' }, 'broken-text'],
  [
    'another kind of file',
    ({ read }) => read(),
    { cell_id: 'two', notebook_path: 'a.txt' },
    'not-a-notebook',
  ],
  ['a missing file', ({ read }) => read(), { cell_id: 'two', notebook_path: 'gone.ipynb' }, 'not-found'],
] satisfies [string, (given: Room) => Promise<void>, Partial<NotebookEditInput>, string][])(
  'refuses, in the check and in the call: %s',
  async (_, prepare, more, code) => {
    const given = await room();
    await prepare(given);
    const before = await readFile(given.path, 'utf8');
    expect(await given.edit(more)).toMatchObject({ ok: false, code });
    const input = { notebook_path: given.path, new_source: 'new', ...more };
    expect(await callTool(tool, input, given.context)).toMatchObject({ ok: false, code });
    expect(await readFile(given.path, 'utf8')).toBe(before);
    expect(given.kept).toEqual([]);
  },
);

test('a file that is not UTF-8 is left alone', async () => {
  const { read, edit } = await room(Buffer.from(NOTEBOOK, 'latin1'));
  await read();
  expect(await edit({ cell_id: 'two' })).toMatchObject({ code: 'broken-notebook' });
});

test('a notebook of several megabytes: no whole files in the result, the difference is there', async () => {
  const output = { data: { 'image/png': 'A'.repeat(8_000_000) } };
  const large = NOTEBOOK.replace('"a": 1', `"a": ${JSON.stringify(output)}`);
  const { path, read, edit } = await room(large);
  await read();
  const data = dataOf(await edit({ cell_id: 'two' }));
  expect([data.original_file, data.updated_file]).toEqual(['', '']);
  expect(data.structuredPatch[0]?.lines).toContain('-    "text"');
  expect(await readFile(path, 'utf8')).toBe(large.replace('"text"', '"new"'));
});

test('what it declares', async () => {
  const { cwd, path } = await room();
  const input = { notebook_path: path, new_source: '', cell_id: 'two' };
  expect([tool.isReadOnly(input), tool.isDestructive(input), tool.isIdempotent(input)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(tool.actions?.(input, { cwd })).toEqual({
    actions: [{ type: 'file', access: 'write', path, realPath: path, isTree: false }],
  });
  expect(tool.suggestRules?.(input, { cwd })).toEqual([`Edit(/${path})`]);
});
