import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyTool, JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { loadFile } from '../../../src/files/load/load-file.ts';
import { writeWholeFile } from '../../../src/files/write/write-file.ts';
import { nodeWriteIo, type WriteIo } from '../../../src/files/write/write-io.ts';
import { createReadTool } from '../../../src/read/read-tool.ts';
import { createEditTool } from '../../../src/edit/edit-tool.ts';
import { withFileLock } from '../../../src/files/locks/file-lock.ts';
import { createNotebookEditTool } from '../../../src/notebook-edit/notebook-edit-tool.ts';
import { createWriteTool } from '../../../src/write/write-tool.ts';
import { createFakeContext, createFakeLedger } from '../fake-context.ts';
import { noteRead } from '../note-read.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

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

it('Read reads nothing else than what was decided on', async () => {
  const { cwd } = await exchangeable();
  const tool = createReadTool();
  const context = createFakeContext({ cwd, ledger: createFakeLedger() });
  await rename(join(cwd, 'allowed'), join(cwd, 'real'));
  await symlink('real', join(cwd, 'allowed'));
  const input = { file_path: join(cwd, 'allowed/a.txt') };
  tool.actions?.(input, { cwd });
  await rm(join(cwd, 'allowed'));
  await symlink('denied', join(cwd, 'allowed'));
  expect(await tool.call(input, context)).toMatchObject({ failure: { code: 'path-moved' } });
  tool.actions?.(input, { cwd });
  expect(await tool.call(input, context)).toMatchObject({ data: { file: { content: 'denied' } } });
});

it('what a directory above has become a link to is not read', async () => {
  const { cwd, exchange } = await exchangeable();
  const path = join(cwd, 'allowed/a.txt');
  const { signal } = new AbortController();
  expect(await loadFile(path, signal)).toMatchObject({ ok: true });
  await exchange();
  expect(await loadFile(path, signal)).toMatchObject({ ok: false, code: 'not-a-file' });
});

type Step = 'open' | 'rename' | 'in place';

it.each<[Step, string]>([
  ['open', 'new.txt'],
  ['open', 'a.txt'],
  ['rename', 'new.txt'],
  ['rename', 'a.txt'],
  ['in place', 'a.txt'],
])(
  'a link that takes the directory of a file while it is written leads nothing there (%s, %s)',
  async (step, name) => {
    const { cwd, exchange } = await exchangeable();
    const path = join(cwd, 'allowed', name);
    const before = (await contents(cwd))['denied'];
    const io: WriteIo = {
      ...nodeWriteIo,
      async open(...given) {
        if (step !== 'rename') await exchange();
        return nodeWriteIo.open(...given);
      },
      async rename(...given) {
        if (step === 'in place') throw Object.assign(new Error('EXDEV: made up'), { code: 'EXDEV' });
        if (step === 'rename') await exchange();
        return nodeWriteIo.rename(...given);
      },
    };
    const existing = name === 'a.txt' ? await stat(path, { bigint: true }) : undefined;
    const written = await writeWholeFile({ path, bytes: Buffer.from('written'), existing }, io);
    expect(written).toMatchObject({ ok: true });
    expect(await readFile(join(cwd, 'moved', name), 'utf8')).toBe('written');
    expect((await contents(cwd))['denied']).toEqual(before);
  },
);

it('a directory that was exchanged before is not written to', async () => {
  const { cwd, exchange } = await exchangeable();
  const before = (await contents(cwd))['denied'];
  await exchange();
  const request = { path: join(cwd, 'allowed/new.txt'), bytes: Buffer.from('written'), existing: undefined };
  expect(await writeWholeFile(request)).toMatchObject({ ok: false, code: 'path-moved' });
  expect((await contents(cwd))['denied']).toEqual(before);
});

/** `exchange` moves the directory `allowed` away once, and puts a link to `denied` in its place. */
async function exchangeable(): Promise<{ readonly cwd: string; readonly exchange: () => Promise<void> }> {
  const cwd = await temporaryDirectory();
  for (const directory of ['allowed', 'denied']) {
    await mkdir(join(cwd, directory));
    await writeFile(join(cwd, directory, 'a.txt'), directory);
  }
  let isExchanged = false;
  const exchange = async (): Promise<void> => {
    if (isExchanged) return;
    isExchanged = true;
    await rename(join(cwd, 'allowed'), join(cwd, 'moved'));
    await symlink('denied', join(cwd, 'allowed'));
  };
  return { cwd, exchange };
}

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
