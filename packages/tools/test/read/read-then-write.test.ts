import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
} from '@sluice/core';
import { expect, test } from 'vitest';
import { createNotebookEditTool } from '../../src/notebook-edit/notebook-edit-tool.ts';
import { createReadTool } from '../../src/read/read-tool.ts';
import { createWriteTool } from '../../src/write/write-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

/** A session of the real engine; each `send` is one message of the model, and answers with the results that it is sent. */
async function createSession() {
  const cwd = await temporaryDirectory();
  const runtime = createRuntime({
    cwd,
    tools: [createReadTool(), createWriteTool(), createNotebookEditTool({ newId: () => 'made' })],
    permission: {
      policy: bypassPolicy,
      state: createPermissionState({ mode: 'default', workingDirectories: [cwd] }),
    },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore() },
  });
  let calls = 0;
  return {
    path: (name: string) => join(cwd, name),
    async send(...given: readonly (readonly [name: string, input: object])[]): Promise<readonly string[]> {
      const uses = given.map(([name, input]) => ({ id: `call-${(calls += 1)}`, name, input }));
      const sent: string[] = [];
      for await (const event of runtime.run(uses)) {
        if (event.type !== 'message') continue;
        sent.push(...event.results.map(({ content }) => JSON.stringify(content)));
      }
      return sent;
    },
  };
}

const linesOf = (count: number, text = 'a line'): string =>
  Array.from({ length: count }, (_, index) => `${text} ${index + 1}\n`).join('');

test('pages that together are the whole file let it be written over, from the next message on', async () => {
  const { path, send } = await createSession();
  const file_path = path('long.txt');
  await writeFile(file_path, linesOf(3000));
  const write = ['Write', { file_path, content: 'new' }] as const;
  await send(['Read', { file_path }]);
  expect(await send(write)).toEqual([
    expect.stringMatching(
      /PARTIAL view .* \(lines 1 to 2000\).* Read the rest first: offset and limit choose pages/,
    ),
  ]);
  const [, refused] = await send(['Read', { file_path, offset: 2001 }], write);
  expect(refused).toContain('was read in the same message as this Write');
  expect(await send(write)).toEqual([expect.stringContaining('Overwrote')]);
  expect(await readFile(file_path, 'utf8')).toBe('new');
});

test('a page for which its message had no room counts for what was shown, and the way it names leads on', async () => {
  const { path, send } = await createSession();
  const file_path = path('large.txt');
  await writeFile(file_path, linesOf(20_000, 'a line of text'));
  const write = ['Write', { file_path, content: 'new' }] as const;
  const [page = ''] = await send(['Read', { file_path, allow_large: true }]);
  const nextOf = (shown: string): number => Number(/Continue with offset: (\d+)/.exec(shown)?.[1]);
  expect(await send(write)).toEqual([expect.stringContaining(`(lines 1 to ${nextOf(page) - 1})`)]);
  for (let next = nextOf(page); next > 0;) {
    const [more = ''] = await send(['Read', { file_path, offset: next, allow_large: true }]);
    expect(nextOf(more) <= next).toBe(false);
    next = nextOf(more);
  }
  expect(await send(write)).toEqual([expect.stringContaining('Overwrote')]);
});

test('a cell that is named by its number is not changed once cells have moved, until it was read again', async () => {
  const { path, send } = await createSession();
  const notebook_path = path('n.ipynb');
  const cells = ['zero', 'one', 'two'].map((source) => ({ cell_type: 'markdown', metadata: {}, source }));
  await writeFile(notebook_path, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }));
  const sourcesNow = async (): Promise<unknown> =>
    JSON.parse(await readFile(notebook_path, 'utf8')).cells.map((cell: { source: unknown }) =>
      [cell.source].flat().join(''),
    );
  const replace = (cell_id: string, new_source: string) =>
    ['NotebookEdit', { notebook_path, cell_id, new_source }] as const;
  const insert = {
    notebook_path,
    cell_id: 'cell-0',
    new_source: 'in',
    cell_type: 'code',
    edit_mode: 'insert',
  };
  const read = ['Read', { file_path: notebook_path }] as const;

  await send(read);
  const sent = await send(replace('cell-1', 'ONE'), ['NotebookEdit', insert], replace('cell-2', 'TWO'));
  expect(sent[2]).toContain('\\"cell-2\\" may now be a different cell. Nothing was written.');
  expect(await sourcesNow()).toEqual(['zero', 'in', 'ONE', 'two']);
  expect(await send(replace('cell-3', 'TWO'))).toEqual([expect.stringContaining('Read the notebook again')]);
  // One page of it is not enough to know where each cell is.
  await send(['Read', { file_path: notebook_path, limit: 1 }]);
  expect(await send(replace('cell-3', 'TWO'))).toEqual([expect.stringContaining('(cell 1)')]);
  await send(['Read', { file_path: notebook_path, offset: 2 }]);
  expect(await send(replace('cell-3', 'TWO'))).toEqual([expect.stringContaining('Replaced')]);
  expect(await sourcesNow()).toEqual(['zero', 'in', 'ONE', 'TWO']);
});
