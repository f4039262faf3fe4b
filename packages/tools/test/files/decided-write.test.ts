import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyTool, JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import { withFileLock } from '../../src/files/file-lock.ts';
import { createNotebookEditTool } from '../../src/notebook-edit/notebook-edit-tool.ts';
import { createWriteTool } from '../../src/write/write-tool.ts';
import { createFakeContext, createFakeLedger } from './fake-context.ts';
import { noteRead } from './note-read.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const NOTEBOOK =
  '{"cells":[{"cell_type":"code","source":"a","metadata":{},"outputs":[]}],"metadata":{},"nbformat":4,"nbformat_minor":4}';

const rows: [AnyTool, string, (path: string) => JsonObject][] = [
  [createEditTool(), 'a.txt', (path) => ({ file_path: path, old_string: 'word', new_string: 'changed' })],
  [createWriteTool(), 'new.txt', (path) => ({ file_path: path, content: 'changed' })],
  [
    createNotebookEditTool(),
    'n.ipynb',
    (path) => ({ notebook_path: path, cell_id: 'cell-0', new_source: 'changed' }),
  ],
];

it.each(rows)('$name writes nowhere else than where it was decided', async (tool, name, inputFor) => {
  const cwd = await temporaryDirectory();
  for (const directory of ['allowed', 'denied']) {
    await mkdir(join(cwd, directory));
    await writeFile(join(cwd, directory, 'a.txt'), 'a word\n');
    await writeFile(join(cwd, directory, 'n.ipynb'), NOTEBOOK);
  }
  const link = join(cwd, 'd');
  await symlink('allowed', link);
  const ledger = createFakeLedger();
  const reading = createFakeContext({ cwd, ledger, messageId: 'message-0' });
  for (const seen of ['a.txt', 'n.ipynb']) {
    await noteRead(join(cwd, 'allowed', seen), reading);
    await noteRead(join(cwd, 'denied', seen), reading);
  }
  ledger.release('message-0');
  const context = createFakeContext({ cwd, ledger });
  const input = inputFor(join(link, name));
  expect(tool.actions?.(input, { cwd })?.actions).toMatchObject([
    { access: 'write', path: join(link, name) },
  ]);

  const before = await contents(cwd);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const holding = withFileLock(join(cwd, 'allowed', name), context.signal, () => held);
  const calling = tool.call(input, context);
  await rm(link);
  await symlink('denied', link);
  release();
  await holding;
  expect(await calling).toMatchObject({ failure: { code: 'path-moved' } });
  expect(await contents(cwd)).toEqual(before);

  // Decided anew, it is written where the link leads now.
  tool.actions?.(input, { cwd });
  expect(await tool.call(input, context)).not.toHaveProperty('failure');
  expect((await contents(cwd))['denied']).not.toEqual(before['denied']);
});

async function contents(cwd: string): Promise<Record<string, Record<string, string>>> {
  const found: Record<string, Record<string, string>> = {};
  for (const directory of ['allowed', 'denied']) {
    const files: Record<string, string> = {};
    for (const name of (await readdir(join(cwd, directory))).sort()) {
      files[name] = await readFile(join(cwd, directory, name), 'utf8');
    }
    found[directory] = files;
  }
  return found;
}
