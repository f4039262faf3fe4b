import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import { createReadTool } from '../../src/read/read-tool.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { runTool } from '../files/run-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

async function room(content: string) {
  const cwd = await temporaryDirectory();
  const context = createFakeContext({ cwd, ledger: createFakeLedger() });
  const path = join(cwd, 'a');
  await writeFile(path, content, 'latin1');
  await noteRead(path, context);
  const edit = (old_string: string, new_string: string) =>
    runTool(createEditTool(), { file_path: path, old_string, new_string }, context);
  return { path, context, edit };
}

test.each([
  ['UTF-32', '\xff\xfe\0\0a\0\0\0b\0\0\0', 'UTF-32 text', 'iconv'],
  ['UTF-32 without a mark', 'a\0\0\0b\0\0\0\n\0\0\0', 'binary data', 'a program made for it'],
  ['a program', '\x7fELF\x02\x01\0\0b', 'an ELF program or library', 'a program made for it'],
  ['UTF-16 with half a character', '\xff\xfeb\0a', 'UTF-16 text with half a character', 'iconv'],
  ['lines with a NUL', 'x\0b\n', 'binary data', 'a program made for it'],
])('%s is not text to edit, as it is none to read', async (_, content, what, advice) => {
  const { path, context, edit } = await room(content);
  const read = await runTool(createReadTool(), { file_path: path }, context);
  expect(read).toMatchObject({ ok: false, code: 'binary-file', message: expect.stringContaining(what) });
  const edited = await edit('b', 'xyz');
  expect(edited).toMatchObject({ ok: false, code: 'binary-file' });
  expect(!edited.ok && edited.message).toContain(`${path} is ${what}`);
  expect(!edited.ok && edited.message).toContain(advice);
  expect(await readFile(path, 'latin1')).toBe(content);
});

test.each([
  ['an image', '\x89PNG\r\n\x1a\nb'],
  ['a document with packed streams', '%PDF-1.7\n\xe9b\n'],
])('%s that Read shows otherwise is not text to edit', async (_, content) => {
  const { path, edit } = await room(content);
  expect(await edit('b', 'xyz')).toMatchObject({ ok: false, code: 'binary-file' });
  expect(await readFile(path, 'latin1')).toBe(content);
});

test('a document that is text all the way through is edited as such', async () => {
  const { path, edit } = await room('%PDF-1.7\n% a note\n');
  expect(await edit('a note', 'another note')).toMatchObject({ ok: true });
  expect(await readFile(path, 'utf8')).toBe('%PDF-1.7\n% another note\n');
});
