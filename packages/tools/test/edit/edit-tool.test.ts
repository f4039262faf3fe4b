import { createHash } from 'node:crypto';
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readFile,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile as writeBytes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from '@sluice/core';
import { expect, test } from 'vitest';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import type { EditInput } from '../../src/edit/edit-schema.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { callTool, dataOf, runTool } from '../files/run-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';
import { quickOr } from '../../../../test/support/quick.ts';

const tool = createEditTool();

async function room(content?: string | Buffer) {
  const cwd = await temporaryDirectory();
  const ledger = createFakeLedger();
  const context = createFakeContext({ cwd, ledger });
  const path = join(cwd, 'a.txt');
  if (content !== undefined) await writeBytes(path, content);
  return {
    cwd,
    ledger,
    context,
    path,
    read: (limit?: number) => noteRead(path, context, limit),
    edit: (old_string: string, new_string: string, more: Partial<EditInput> = {}) =>
      runTool(tool, { file_path: path, old_string, new_string, ...more }, context),
  };
}

const wide = (text: string) => Buffer.from(text, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['a word with é', 'café', 'π', 'π', '03C0'],
  ['a word of ASCII', 'plain', 'π é', 'π', '03C0'],
  ['lines, of which the file has CRLF', 'café\nplain', 'a\n😀', '😀', '1F600'],
])(
  'in Latin-1, %s is not replaced by a character that it does not have',
  async (_, from, to, character, code) => {
    for (const content of ['caf\xe9\nplain\n', 'caf\xe9\r\nplain\r\n']) {
      const { path, read, edit } = await room(latin1(content));
      await read();
      expect(await edit(from, to)).toMatchObject({
        code: 'not-in-encoding',
        message: expect.stringContaining(
          `new_string contains "${character}" (U+${code}), which ${path} can't represent`,
        ),
      });
      expect(await readFile(path, 'latin1')).toBe(content);
    }
  },
);

test('a file that mixes Latin-1 and UTF-8 takes other characters where the text is UTF-8', async () => {
  const mixed = Buffer.concat([Buffer.from('é plain\n'), latin1('caf\xe9\n')]);
  const { path, read, edit } = await room(mixed);
  await read();
  expect(await edit('café', 'π')).toMatchObject({ code: 'not-in-encoding' });
  expect(await edit('plain', 'π')).toMatchObject({ ok: true });
  expect(await readFile(path)).toEqual(Buffer.concat([Buffer.from('é π\n'), latin1('caf\xe9\n')]));
});

test.each([
  ['a word', 'one two\n', 'two', 'three', 'one three\n', 'at line 1.'],
  ['several lines', 'a\nb\nc\n', 'a\nb', 'x\ny\nz', 'x\ny\nz\nc\n', 'at line 1.'],
  ['deletes', 'a\nb\nc\n', 'b\n', '', 'a\nc\n', 'at line 2.'],
  ['special characters of a pattern', 'a.*$&\n', '.*$&', '$1$&', 'a$1$&\n', 'at line 1.'],
  ['keeps a byte order mark', '\uFEFFa\nb', 'a', 'x', '\uFEFFx\nb', 'at line 1.'],
  [
    'keeps spaces at the ends of lines and curly quotes',
    'a  \n\u201cb\u201d\n',
    'b',
    'c',
    'a  \n\u201cc\u201d\n',
    'at line 2.',
  ],
  ['no newline at the end', 'a\nb', 'b', 'c', 'a\nc', 'at line 2.'],
  [
    'CRLF, given LF',
    'a\r\nb\r\nc\r\n',
    'a\nb\n',
    'x\ny\nz\n',
    'x\r\ny\r\nz\r\nc\r\n',
    'has CRLF line endings, so does the new text',
  ],
  ['CRLF, given CRLF', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n', 'at line 1.'],
  ['CRLF, a string that begins with LF', 'a\r\nb\r\n', '\nb', 'c', 'ac\r\n', 'CRLF'],
  ['CRLF, one line becoming two', 'a\r\nb\r\n', 'a', 'x\ny', 'x\r\ny\r\nb\r\n', 'CRLF'],
  ['CRLF, the last line becoming two', 'a\r\nb', 'b', 'x\ny', 'a\r\nx\r\ny', 'CRLF'],
  ['mixed line ends, an exact match', 'a\nb\r\nc\n', 'a\nb', 'x\ny', 'x\ny\r\nc\n', 'at line 1.'],
  ['mixed line ends, one line becoming two', 'a\nb\r\nc\n', 'c', 'x\ny', 'a\nb\r\nx\ny\n', 'at line 3.'],
  [
    'mixed line ends: as given, though the same comes before with CRLF',
    'foo\r\nbar\r\nfoo\nbaz\n',
    'foo\n',
    'QUX\n',
    'foo\r\nbar\r\nQUX\nbaz\n',
    'at line 3. The file mixes line endings: old_string occurs in it once more with CRLF (line 1), which was left unchanged.',
  ],
  [
    'mixed line ends: LF at the beginning, in the middle of a CRLF',
    'a\r\nb\nc\r\n',
    '\nb\nc',
    'd',
    'ad\r\n',
    'at line 1.',
  ],
  ['Latin-1', latin1('caf\xe9 \xe8\n'), 'café', 'thé', latin1('th\xe9 \xe8\n'), 'written as Latin-1'],
  [
    'Latin-1, the old text ASCII',
    latin1('caf\xe9 ab\n'),
    'ab',
    'é',
    latin1('caf\xe9 \xe9\n'),
    'written as Latin-1',
  ],
  [
    'Latin-1 with CRLF',
    latin1('\xe9\r\na\r\n'),
    'é\na',
    'è\nb',
    latin1('\xe8\r\nb\r\n'),
    'Latin-1 with CRLF',
  ],
  ['UTF-16 LE', wide('\uFEFFé 語\n'), '語', '𝄞', wide('\uFEFFé 𝄞\n'), 'The file stays in UTF-16.'],
  [
    'UTF-16 LE, where the bytes of one character stand across two others',
    wide('\uFEFFa\u0100\u0161\nend\n'),
    'end',
    'a',
    wide('\uFEFFa\u0100\u0161\na\n'),
    'at line 2.',
  ],
  [
    'UTF-16 BE with CRLF',
    wide('\uFEFFa\r\nb\r\n').swap16(),
    'a\nb',
    'x\ny\nz',
    wide('\uFEFFx\r\ny\r\nz\r\n').swap16(),
    'The file stays in UTF-16.',
  ],
  ['UTF-16 without its mark', wide('one two\n'), 'two', 'three', wide('one three\n'), 'at line 1.'],
  [
    'UTF-8 with a stray byte',
    Buffer.concat([Buffer.from('é a'), latin1('\xe9')]),
    'a',
    'è',
    Buffer.concat([Buffer.from('é è'), latin1('\xe9')]),
    'at line 1.',
  ],
])('edits: %s', async (_, content, oldString, newString, expected, text) => {
  const { path, read, edit } = await room(content);
  await read();
  expect(await edit(oldString, newString)).toMatchObject({ ok: true, text: expect.stringContaining(text) });
  expect(await readFile(path)).toEqual(Buffer.from(expected));
});

test('the output has the fields that clients know', async () => {
  const { path, ledger, read, edit } = await room('a\nb\nc\nd\ne\nf\ng\nh\n');
  await read();
  const ran = await edit('f', 'F\nG');
  expect(dataOf(ran)).toEqual({
    filePath: path,
    oldString: 'f',
    newString: 'F\nG',
    originalFile: 'a\nb\nc\nd\ne\nf\ng\nh\n',
    structuredPatch: [
      {
        oldStart: 3,
        oldLines: 6,
        newStart: 3,
        newLines: 7,
        lines: [' c', ' d', ' e', '-f', '+F', '+G', ' g', ' h'],
      },
    ],
    userModified: false,
    replaceAll: false,
    replacements: 1,
    startLine: 6,
    form: 'exact',
    seen: 'whole',
  });
  const { ino, mtimeMs } = await stat(path);
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  expect(ledger.get(path)).toMatchObject({ kind: 'write', isPartial: false, hash, inode: ino, mtimeMs });
});

test('replace_all changes every match; without it several are refused, with their lines', async () => {
  const { path, read, edit } = await room('x\ny x\nz\nx\n');
  await read();
  const refused = await edit('x', 'w');
  expect(refused).toMatchObject({
    ok: false,
    code: 'several-matches',
    message: expect.stringContaining(`3 times in ${path} (lines 1, 2, 4)`),
  });
  const ran = await edit('x', 'w', { replace_all: true });
  expect(ran).toMatchObject({ ok: true, text: `Edited ${path}: 3 places changed, the first at line 1.` });
  expect(await readFile(path, 'utf8')).toBe('w\ny w\nz\nw\n');
});

test('more matches than are named, and matches that overlap', async () => {
  const many = await room('x\n'.repeat(1500));
  await many.read();
  expect(await many.edit('x', 'y')).toMatchObject({
    message: expect.stringContaining(`1,500 times in ${many.path} (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)`),
  });
  const overlapping = await room('aaa');
  await overlapping.read();
  expect(await overlapping.edit('aa', 'b')).toMatchObject({ ok: false, code: 'several-matches' });
});

test('edits of one message follow one another without another Read', async () => {
  const { path, read, edit } = await room('a b c');
  await read();
  await edit('a', '1');
  await edit('b', '2');
  expect(await edit('c', '3')).toMatchObject({ ok: true });
  expect(await readFile(path, 'utf8')).toBe('1 2 3');
});

test('edits at the same time are all made, or refused because another came first, and none is lost', async () => {
  const { path, context, read } = await room('a b c d');
  await read();
  const ran = await Promise.all(
    ['a', 'b', 'c', 'd'].map((old_string) =>
      callTool(tool, { file_path: path, old_string, new_string: `<${old_string}>` }, context),
    ),
  );
  expect(ran.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(await readFile(path, 'utf8')).toBe('<a> <b> <c> <d>');
});

type Room = Awaited<ReturnType<typeof room>>;

test.each([
  ['the same strings', async ({ read }) => read(), 'a', 'a', 'no-change', 'are the same'],
  [
    'an empty old_string for a file with content',
    async ({ read }) => read(),
    '',
    'b',
    'not-empty',
    'exists and has content',
  ],
  ['no match', async ({ read }) => read(), 'A', 'b', 'no-match', 'differs only in upper and lower case'],
  [
    'UTF-16 with half of a surrogate pair',
    async ({ path, read }) => {
      await writeBytes(path, wide('\uFEFFa \ud800 b\n'));
      await read();
    },
    'a',
    'b',
    'broken-text',
    'is UTF-16 with half of a surrogate pair',
  ],
  ['half of a surrogate pair', async ({ read }) => read(), 'a', '\ud83d', 'broken-text', 'surrogate'],
] satisfies [string, (given: Room) => Promise<unknown>, string, string, string, string][])(
  'refuses, in the check and in the call: %s',
  async (_, prepare, oldString, newString, code, message) => {
    const given = await room('a\nb\n');
    await prepare(given);
    const before = await readFile(given.path, 'utf8');
    const expected = { ok: false, code, message: expect.stringContaining(message) };
    expect(await given.edit(oldString, newString)).toMatchObject(expected);
    const input = { file_path: given.path, old_string: oldString, new_string: newString };
    expect(await callTool(tool, input, given.context)).toMatchObject(expected);
    expect(await readFile(given.path, 'utf8')).toBe(before);
  },
);

test.each([
  ['a notebook', 'a.ipynb', 'is-notebook', 'Change a cell with NotebookEdit'],
  ['a notebook by a link', 'link', 'is-notebook', 'make a new notebook with Write'],
  ['a missing file', 'gone.txt', 'not-found', 'does not exist, so there is nothing to edit'],
  ['a directory', '.', 'is-directory', 'is a directory'],
  ['a device', '/dev/null', 'not-a-file', 'is a character device'],
  ['a file of more than 1 GiB', 'huge', 'too-large', 'Edit takes files up to 1.0 GiB'],
])('says what is wrong with %s', async (_, file_path, code, message) => {
  const { cwd, edit } = await room('');
  await writeBytes(join(cwd, 'huge'), '');
  await writeBytes(join(cwd, 'a.ipynb'), 'a');
  await symlink('a.ipynb', join(cwd, 'link'));
  await truncate(join(cwd, 'huge'), 1024 * 1024 * 1024 + 1);
  expect(await edit('a', 'b', { file_path })).toMatchObject({
    ok: false,
    code,
    message: expect.stringContaining(message),
  });
});

test('an empty old_string makes a missing file, and fills an empty one', async () => {
  const { cwd, path, edit } = await room();
  const made = await edit('', 'new\n', { file_path: 'x/new.txt' });
  expect(made).toMatchObject({ ok: true, text: `Created ${join(cwd, 'x/new.txt')}.` });
  expect(dataOf(made)).toMatchObject({ originalFile: null, replacements: 0 });
  await writeBytes(path, '');
  await chmod(path, 0o700);
  expect(await edit('', 'filled')).toMatchObject({ ok: true });
  expect(await readFile(path, 'utf8')).toBe('filled');
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a link stays a link, hard links keep one content, the mode stays', async () => {
  const { cwd, context, path, read, edit } = await room('a\n');
  await chmod(path, 0o640);
  await symlink('a.txt', join(cwd, 'link'));
  await noteRead('link', context);
  expect(await edit('a', 'b', { file_path: 'link' })).toMatchObject({ ok: true });
  expect((await lstat(join(cwd, 'link'))).isSymbolicLink()).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  await link(path, join(cwd, 'hard'));
  await read();
  await edit('b', 'c');
  expect(await readFile(join(cwd, 'hard'), 'utf8')).toBe('c\n');
});

/** Lines of 100 bytes: more than is kept of a file. `npm test` takes less, for its time. */
const MANY_LINES = quickOr(250_000, 1_000_000);

test('a large file is known by what was written of it, and after a touch as well, until it changes', async () => {
  const { path, context, edit } = await room();
  const line = `${'x'.repeat(99)}\n`;
  await writeBytes(path, `${line.repeat(MANY_LINES)}needle\n`);
  await noteRead(path, context);
  const ran = await edit('needle', 'thread');
  expect(dataOf(ran)).toMatchObject({ startLine: MANY_LINES + 1, originalFile: null, seen: 'whole' });
  expect(dataOf(ran).structuredPatch).toMatchObject([{ oldStart: MANY_LINES - 2, oldLines: 4, newLines: 4 }]);
  await utimes(path, 1, 1);
  expect(dataOf(await edit('thread', 'needle'))).toMatchObject({ seen: 'whole' });
  const file = await open(path, 'r+');
  await file.write('y', 50 * MANY_LINES);
  await file.close();
  expect(await edit('x', 'y', { replace_all: true })).toMatchObject({ code: 'changed-since-read' });
  expect(dataOf(await edit('needle', 'thread'))).toMatchObject({ seen: 'changed' });
});

test('what it declares', async () => {
  const { cwd } = await room('');
  await mkdir(join(cwd, 'directory'));
  const input = { file_path: 'a.txt', old_string: 'a', new_string: 'b' };
  expect([tool.isReadOnly(input), tool.isDestructive(input), tool.isIdempotent(input)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(tool.claims?.(input, { cwd })).toEqual([writeFile('a.txt')]);
  expect([tool.interruptBehavior(input), tool.summarize(input)]).toEqual(['block', 'Edit a.txt']);
});
