import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  readFile,
  readdir,
  stat,
  symlink,
  utimes,
  writeFile as writeBytes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile, writeTree } from '@sluice/core';
import { expect, test } from 'vitest';
import { createReadTool } from '../../src/read/read-tool.ts';
import { createWriteTool } from '../../src/write/write-tool.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { callTool, dataOf, runTool } from '../files/run-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const tool = createWriteTool();

async function room() {
  const cwd = await temporaryDirectory();
  const ledger = createFakeLedger();
  const inMessage = (messageId: string) => createFakeContext({ cwd, ledger, messageId });
  const path = join(cwd, 'a.txt');
  return {
    cwd,
    ledger,
    path,
    inMessage,
    /** A Read in an earlier message. */
    async readBefore(limit?: number) {
      await noteRead(path, inMessage('earlier'), limit);
      ledger.release('earlier');
    },
    async readCut() {
      const earlier = inMessage('earlier');
      await writeBytes(path, `${'x'.repeat(3000)}\ny\n`);
      await runTool(createReadTool(), { file_path: path }, earlier);
      ledger.release('earlier');
    },
    write: (content: string, file_path = path) => runTool(tool, { file_path, content }, inMessage('now')),
  };
}

test('makes a new file and the directories above it', async () => {
  const { cwd, ledger, write } = await room();
  const path = join(cwd, 'x/y/new.txt');
  const ran = await write('one\r\ntwo', 'x/y/new.txt');
  expect(ran).toMatchObject({ ok: true, text: `Created ${path} (2 lines, 8 bytes).` });
  expect(dataOf(ran)).toEqual({
    type: 'create',
    filePath: path,
    content: 'one\r\ntwo',
    bytes: 8,
    structuredPatch: [],
    originalFile: null,
  });
  expect(await readFile(path, 'utf8')).toBe('one\r\ntwo');
  expect(await readdir(join(cwd, 'x/y'))).toEqual(['new.txt']);
  const { ino, mtimeMs } = await stat(path);
  expect(ledger.get(path)).toEqual({
    path,
    kind: 'write',
    hash: createHash('sha256').update('one\r\ntwo').digest('hex'),
    size: 8,
    mtimeMs,
    inode: ino,
    isPartial: false,
    callId: 'call-of-now',
    messageId: 'now',
  });
});

test('replaces a file that was read in an earlier message, and shows the difference', async () => {
  const { path, readBefore, write } = await room();
  await writeBytes(path, 'a\nb\nc\n');
  await chmod(path, 0o751);
  await readBefore();
  const ran = await write('a\nB\nc\n');
  expect(ran).toMatchObject({
    ok: true,
    text: `Overwrote ${path} (3 lines, 6 bytes; 1 line added, 1 removed).`,
  });
  expect(dataOf(ran)).toMatchObject({
    type: 'update',
    originalFile: 'a\nb\nc\n',
    structuredPatch: [
      { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' a', '-b', '+B', ' c'] },
    ],
  });
  expect((await stat(path)).mode & 0o777).toBe(0o751);
});

test('a file that this conversation wrote may be written again, in the same message too', async () => {
  const { path, write } = await room();
  await write('one');
  expect(await write('two')).toMatchObject({ ok: true });
  expect(await readFile(path, 'utf8')).toBe('two');
});

test.each([
  ['never read', async () => undefined, 'not-read', 'Read it first, then overwrite it.'],
  [
    'read in part',
    async ({ readBefore }) => readBefore(1),
    'partly-read',
    'Only a PARTIAL view of PATH has been read (line 1),',
  ],
  [
    'read with a line cut',
    async ({ readCut }) => readCut(),
    'partly-read',
    'has been read (lines 1 to 2, of which some were cut), so it is not safe to overwrite it. Read it again with allow_large: true, which cuts less. To change what is too long even for that, use Edit',
  ],
  [
    'changed since',
    async ({ readBefore, path }) => {
      await readBefore();
      await writeBytes(path, 'by another hand');
    },
    'changed-since-read',
    'PATH has changed since it was read',
  ],
  [
    'written here, then changed',
    async ({ readBefore, write, path }) => {
      await readBefore();
      await write('by this conversation');
      await writeBytes(path, 'by another hand');
    },
    'changed-since-read',
    'has changed since it was last written here',
  ],
] satisfies [string, (given: Awaited<ReturnType<typeof room>>) => Promise<unknown>, string, string][])(
  'does not overwrite a file that was %s',
  async (_, prepare, code, message) => {
    const given = await room();
    await writeBytes(given.path, 'a\nb\n');
    await prepare(given);
    const before = await readFile(given.path, 'utf8');
    const expected = {
      ok: false,
      code,
      message: expect.stringContaining(message.replace('PATH', given.path)),
    };
    expect(await given.write('new')).toMatchObject(expected);
    // The checks are made again under the lock.
    const input = { file_path: given.path, content: 'new' };
    expect(await callTool(tool, input, given.inMessage('now'))).toMatchObject(expected);
    expect(await readFile(given.path, 'utf8')).toBe(before);
  },
);

test('a Read of the same message does not count: the model had not seen it', async () => {
  const { path, inMessage, write, ledger } = await room();
  await writeBytes(path, 'a\n');
  await noteRead(path, inMessage('now'));
  expect(await write('new')).toMatchObject({ ok: false, code: 'read-in-same-message' });
  ledger.release('now');
  const later = await runTool(tool, { file_path: path, content: 'new' }, inMessage('later'));
  expect(later).toMatchObject({ ok: true });
});

test('a touch is not a change', async () => {
  const { path, readBefore, write } = await room();
  await writeBytes(path, 'a\n');
  await readBefore();
  await utimes(path, 1, 1);
  expect(await write('new')).toMatchObject({ ok: true });
});

test('content that is there already is fine, read or not, and the file is not touched', async () => {
  const { path, write, ledger } = await room();
  await writeBytes(path, 'same');
  const { ino } = await stat(path);
  const ran = await write('same');
  expect(ran).toMatchObject({ ok: true, text: expect.stringContaining('already had exactly this content') });
  expect(dataOf(ran)).toMatchObject({ type: 'update', structuredPatch: [], originalFile: 'same' });
  expect((await stat(path)).ino).toBe(ino);
  expect(ledger.get(path)).toMatchObject({ kind: 'write' });
});

test('writes the target of a link, a dangling one too, and the link stays', async () => {
  const { cwd, path, write } = await room();
  await symlink('target.txt', path);
  expect(await write('one')).toMatchObject({ ok: true });
  expect(await write('two')).toMatchObject({ ok: true });
  expect(await readFile(join(cwd, 'target.txt'), 'utf8')).toBe('two');
  expect((await readdir(cwd)).sort()).toEqual(['a.txt', 'target.txt']);
});

test.each([
  ['a directory', 'directory', 'is-directory', 'is a directory'],
  ['a path that ends like one', 'new/', 'is-directory', 'names a directory'],
  ['a device', '/dev/null', 'not-a-file', 'is a character device'],
  ['a file where a directory should be', 'file/x', 'not-a-directory', 'a file where a directory is needed'],
  ['a NUL in the path', 'a\0b', 'invalid-path', 'NUL'],
])('says what is wrong with %s', async (_, given, code, message) => {
  const { cwd, write } = await room();
  await mkdir(join(cwd, 'directory'));
  await writeBytes(join(cwd, 'file'), '');
  expect(await write('x', given)).toMatchObject({
    ok: false,
    code,
    message: expect.stringContaining(message),
  });
});

test('half of a surrogate pair is refused instead of written as something else', async () => {
  const { write } = await room();
  expect(await write('a\ud83d')).toMatchObject({ ok: false, code: 'broken-text' });
});

test('large files: no old text and no difference in the result', async () => {
  const { path, readBefore, write } = await room();
  await writeBytes(path, 'x\n'.repeat(1024 * 1024));
  await readBefore(2000);
  expect(await write('small')).toMatchObject({ ok: false, code: 'partly-read' });
  await writeBytes(path, '');
  await readBefore();
  await write('x\n'.repeat(1024 * 1024));
  const ran = await write('small');
  expect(ran).toMatchObject({ ok: true, text: `Overwrote ${path} (1 line, 5 bytes).` });
  expect(dataOf(ran)).toMatchObject({ originalFile: null, structuredPatch: [] });
});

test('two writes at once: one after the other, the file is one of them whole', async () => {
  const { path, cwd, inMessage } = await room();
  const contents = ['a'.repeat(200_000), 'b'.repeat(100_000), 'c'];
  await Promise.all(
    contents.map((content) => callTool(tool, { file_path: path, content }, inMessage('now'))),
  );
  expect(await readFile(path, 'utf8')).toBe('c');
  expect(await readdir(cwd)).toEqual(['a.txt']);
});

test('claims: the file as given, what a dangling link makes, and the directories that it would make', async () => {
  const { cwd, path } = await room();
  await writeBytes(path, '');
  await symlink('x/y', join(cwd, 'dangling'));
  const claims = (file_path: string) => tool.claims?.({ file_path, content: '' }, { cwd });
  expect(claims('a.txt')).toEqual([writeFile('a.txt')]);
  expect(claims('new.txt')).toEqual([writeFile('new.txt')]);
  expect(claims('x/y/z')).toEqual([writeFile('x/y/z'), writeTree(join(cwd, 'x'))]);
  expect(claims('dangling')).toEqual([
    writeFile('dangling'),
    writeFile(join(cwd, 'x/y')),
    writeTree(join(cwd, 'x')),
  ]);
});

test('what it declares', () => {
  const input = { file_path: '/a', content: '' };
  expect([tool.isReadOnly(input), tool.isDestructive(input), tool.isIdempotent(input)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([tool.interruptBehavior(input), tool.summarize(input)]).toEqual(['block', 'Write /a']);
});

test('it is destructive where a file is there to be overwritten', async () => {
  const { path, cwd } = await room();
  await writeBytes(path, 'old');
  const isDestructive = (file_path: string) => tool.isDestructive({ file_path, content: '' }, { cwd });
  expect([isDestructive(path), isDestructive(`${path}.new`)]).toEqual([true, false]);
});

test('what may not be read without asking is not told apart by what is in it', async () => {
  const { path, ledger, inMessage } = await room();
  await writeBytes(path, 'secret');
  const careful = createWriteTool({ readsFreely: () => false });
  const write = (content: string) => runTool(careful, { file_path: path, content }, inMessage('now'));
  expect(await write('secret')).toMatchObject({ ok: false, code: 'not-read' });
  expect(await write('secret')).toEqual(await write('other'));
  const inCall = await callTool(careful, { file_path: path, content: 'secret' }, inMessage('now'));
  expect(inCall).toMatchObject({ ok: false, code: 'not-read' });
  expect(ledger.get(path)).toBeUndefined();
  await noteRead(path, inMessage('earlier'));
  ledger.release('earlier');
  expect(await write('secret')).toMatchObject({ ok: true, data: { isUnchanged: true } });
});
