import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadShownFile, type EditorFiles } from '../../../src/files/load/editor-files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const never = new AbortController().signal;

/** An editor that shows this text, and keeps or drops what it is given. */
async function open(disk: string | Buffer, shown: string | undefined, keeps = true) {
  const path = join(await temporaryDirectory(), 'a.txt');
  await writeFile(path, disk);
  const state = { shown };
  const editor: EditorFiles = {
    read: () => Promise.resolve(state.shown),
    write(_path, text) {
      if (keeps) state.shown = text;
      return Promise.resolve(true);
    },
  };
  const loaded = await loadShownFile(path, never, editor);
  if (!loaded.ok) throw new Error(loaded.message);
  return { loaded, state };
}

test.each<[string, string | Buffer, string | undefined, string | undefined]>([
  ['an editor without the file', 'disk\n', undefined, undefined],
  ['the same text', 'disk\n', 'disk\n', undefined],
  ['the same text with other line endings', 'disk\r\n', 'disk\n', undefined],
  ['the same text without its byte order mark', '\uFEFFdisk\n', 'disk\n', undefined],
  ['a file that is not UTF-8', Buffer.from([0xff, 0x41]), 'typed', undefined],
  ['another text', 'disk\n', 'typed\n', 'typed\n'],
  ['another text, with the line endings of the file', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['another text, with the mark of the file', '\uFEFFdisk', 'typed', '\uFEFFtyped'],
])('what counts with %s', async (_, disk, shown, unsaved) => {
  const { loaded } = await open(disk, shown);
  expect(loaded.unsaved === undefined ? undefined : loaded.bytes.toString()).toBe(unsaved);
  if (unsaved === undefined) expect(loaded.bytes).toEqual(Buffer.from(disk));
});

test('a text is replaced in the editor, unless the person has typed meanwhile or the editor drops it', async () => {
  const { loaded, state } = await open('disk', 'typed');
  expect(await loaded.unsaved?.replace(Buffer.from('edited'), never)).toBeUndefined();
  expect(state.shown).toBe('edited');
  const other = await open('disk', 'typed');
  other.state.shown = 'typed more';
  expect(await other.loaded.unsaved?.replace(Buffer.from('edited'), never)).toMatchObject({
    code: 'changed-meanwhile',
  });
  expect(other.state.shown).toBe('typed more');
  const dropping = await open('disk', 'typed', false);
  expect(await dropping.loaded.unsaved?.replace(Buffer.from('edited'), never)).toMatchObject({
    code: 'unsaved-in-editor',
  });
});
