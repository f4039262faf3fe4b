import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createReadTool } from '../../src/read/read-tool.ts';
import type { ReadOutput, TextReadOutput } from '../../src/read/read-output.ts';
import type { ReadInput } from '../../src/read/read-schema.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { callTool, dataOf, runTool, type Ran } from '../files/run-tool.ts';
import { runs } from '../files/runs.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const tool = createReadTool();

function fileOf(ran: Ran<ReadOutput>): TextReadOutput['file'] {
  const data = dataOf(ran);
  if (data.type !== 'text') throw new Error(`not a text, but ${data.type}`);
  return data.file;
}

function textOf(ran: Ran<ReadOutput>): string {
  if (!ran.ok) throw new Error(ran.message);
  return ran.text;
}

async function room() {
  const cwd = await temporaryDirectory();
  const ledger = createFakeLedger();
  const context = createFakeContext({ cwd, ledger });
  const read = (input: ReadInput, by = tool) => runTool(by, input, context);
  return { cwd, ledger, context, read };
}

test.each([
  ['numbered lines', 'one\n\ttwo\n', {}, '     1\tone\n     2\t\ttwo'],
  ['no newline at the end', 'one', {}, '     1\tone'],
  ['CRLF', 'one\r\ntwo\r\n', {}, '     1\tone\n     2\ttwo'],
  ['a byte order mark', '\uFEFFone\n', {}, '     1\tone'],
  ['blank lines', '\n\n', {}, '     1\t\n     2\t'],
  [
    'an offset',
    'a\nb\nc\n',
    { offset: 2 },
    '     2\tb\n     3\tc\n\n[PARTIAL view: lines 2 to 3 of 3, the end of the file.]',
  ],
  ['offset 0 is the start', 'a\n', { offset: 0 }, '     1\ta'],
  [
    'a limit',
    'a\nb\nc\n',
    { limit: 1 },
    '     1\ta\n\n[PARTIAL view: lines 1 to 1 of 3. Continue with offset: 2.]',
  ],
  [
    'both',
    'a\nb\nc\n',
    { offset: 2, limit: 1 },
    '     2\tb\n\n[PARTIAL view: lines 2 to 2 of 3. Continue with offset: 3.]',
  ],
  ['an empty file', '', {}, '[FILE exists but is empty.]'],
  ['past the end', 'a\nb', { offset: 9 }, '[FILE has only 2 lines: there is nothing at offset 9.]'],
  [
    'no UTF-8',
    Buffer.from([0x63, 0xe9, 10]),
    {},
    '     1\tcé\n\n[1 line not valid UTF-8, shown as Latin-1.]',
  ],
] satisfies [string, string | Buffer, Partial<ReadInput>, string][])(
  'shows %s',
  async (_, content, input, text) => {
    const { cwd, read } = await room();
    const path = join(cwd, 'a.txt');
    await writeFile(path, content);
    const ran = await read({ file_path: path, ...input });
    expect(ran).toMatchObject({ ok: true, text: text.replace('FILE', path) });
  },
);

test('the output has the fields that clients know', async () => {
  const { cwd, read } = await room();
  await writeFile(join(cwd, 'a.txt'), 'a\r\nb\r\nc');
  expect(dataOf(await read({ file_path: 'a.txt', offset: 2, limit: 1 }))).toEqual({
    type: 'text',
    file: { filePath: join(cwd, 'a.txt'), content: 'b', numLines: 1, startLine: 2, totalLines: 3 },
  });
});

test('a page ends at 2,000 lines, or at about 25,000 tokens, and names the next offset', async () => {
  const { cwd, read } = await room();
  await writeFile(join(cwd, 'short.txt'), 'x\n'.repeat(2500));
  await writeFile(join(cwd, 'wide.txt'), `${'x'.repeat(992)}\n`.repeat(300));
  const short = await read({ file_path: 'short.txt' });
  expect(short).toMatchObject({
    ok: true,
    text: expect.stringMatching(/lines 1 to 2000 of 2,500\. Continue with offset: 2001\.\]$/),
  });
  const wide = await read({ file_path: 'wide.txt' });
  expect(fileOf(wide)).toMatchObject({ numLines: 100, totalLines: 300, truncatedByTokenCap: true });
  expect(wide).toMatchObject({
    text: expect.stringContaining('More does not fit on one page. Continue with offset: 101.'),
  });
  expect(fileOf(await read({ file_path: 'wide.txt', limit: 250 }))).toMatchObject({ numLines: 100 });
  expect(fileOf(await read({ file_path: 'wide.txt', allow_large: true }))).toMatchObject({
    numLines: 300,
  });
});

test('allow_large shows a long line whole', async () => {
  const { cwd, read } = await room();
  await writeFile(join(cwd, 'a.txt'), 'x'.repeat(5000));
  const cut = await read({ file_path: 'a.txt' });
  expect(cut).toMatchObject({ text: expect.stringContaining('[cut here: the line is 5,000 bytes long]') });
  expect(cut).toMatchObject({ text: expect.stringContaining('allow_large: true shows more of a long line') });
  expect(fileOf(await read({ file_path: 'a.txt', allow_large: true })).content).toHaveLength(5000);
});

test.each([
  ['UTF-8', (text: string) => Buffer.from(text), ''],
  ['Latin-1', (text: string) => Buffer.from(text, 'latin1'), ''],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'iconv -f UTF-16LE -t UTF-8 PATH | '],
])(
  'a line that no page holds leads to a command that shows more of it: %s',
  async (name, encode, convert) => {
    const { cwd, read } = await room();
    const path = join(cwd, "a 'long' one.txt");
    const line = Array.from({ length: 60_000 }, (__, index) => `é${index}`).join(' ');
    await writeFile(path, encode(`first\n${line}\nlast\n`));
    const text = textOf(await read({ file_path: path, offset: 2, limit: 1, allow_large: true }));
    expect(text).not.toContain('allow_large');
    const command = /See it in parts with Bash: (.*)\]/.exec(text)?.[1] ?? '';
    const quoted = `'${path.replaceAll("'", String.raw`'\''`)}'`;
    expect(command.startsWith(convert.replace('PATH', quoted))).toBe(true);
    const shown = text.slice(text.indexOf('\t') + 1, text.indexOf(' … [cut here'));
    const charset = name === 'Latin-1' ? 'latin1' : 'utf8';
    const more = execFileSync('bash', ['-c', command]).subarray(0, -1);
    expect(more.length).toBe(20_000);
    expect(Buffer.from(line, charset).indexOf(more)).toBe(Buffer.byteLength(shown, charset));
  },
);

test('in a page of several lines, what was cut is named without its number', async () => {
  const { cwd, read } = await room();
  await writeFile(join(cwd, 'a.txt'), `first\n${'x'.repeat(200_000)}\n`);
  const text = textOf(await read({ file_path: 'a.txt', allow_large: true }));
  expect(text).toContain(`sed -n <line>p '${join(cwd, 'a.txt')}' | cut -b <first>-<last>]`);
});

test.each([
  ['a directory', 'directory', 'is-directory', 'is a directory. List what is in it'],
  ['a device', '/dev/zero', 'not-a-file', 'is a character device'],
  ['a pipe', 'pipe', 'not-a-file', 'is a named pipe'],
  ['a missing file with neighbors', 'reademe.md', 'not-found', 'Similar names there: CWD/readme.md.'],
  ['another ending', 'readme.txt', 'not-found', 'Similar names there: CWD/readme.md.'],
  ['a missing file without', 'nothing-like-it', 'not-found', 'Look for it with Glob in CWD.'],
  ['a missing directory', 'x/y/z.txt', 'not-found', 'of this path only CWD exists'],
  [
    'a dangling link',
    'dangling',
    'not-found',
    'CWD/dangling is a symbolic link to CWD/readmy.md, which does not exist. Similar names there: CWD/readme.md.',
  ],
  [
    'UTF-32',
    'utf32.txt',
    'binary-file',
    "is UTF-32 text (8 bytes), which Read can't show as it is. Make a copy in UTF-8",
  ],
  ['links in a circle', 'loop', 'link-loop', 'form a loop'],
  [
    'a file where a directory should be',
    'readme.md/x',
    'not-a-directory',
    'a file where a directory is needed',
  ],
  ['a name too long', 'x'.repeat(300), 'name-too-long', 'too long'],
  ['a NUL in the path', 'a\0b', 'invalid-path', 'NUL'],
  ['a broken image', 'image.png', 'image-not-shown', "image.png can't be decoded: it is corrupt"],
  ['a broken PDF document', 'a.pdf', 'broken-pdf', "a.pdf can't be read: it is corrupt or truncated"],
  ['a broken notebook', 'a.ipynb', 'broken-notebook', 'It is not valid JSON: Unexpected token'],
  ['binary data', 'data.bin', 'binary-file', "is binary data (2.0 KiB), not text, so Read can't show it."],
])('says what is wrong with %s, and records nothing', async (_, given, code, message) => {
  const { cwd, read, ledger } = await room();
  await mkdir(join(cwd, 'directory'));
  await writeFile(join(cwd, 'readme.md'), 'text');
  await writeFile(join(cwd, 'image.png'), Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
  await writeFile(join(cwd, 'a.pdf'), '%PDF-1.7\n');
  await writeFile(join(cwd, 'a.ipynb'), '{"cells": [,]}');
  await writeFile(join(cwd, 'data.bin'), Buffer.alloc(2048));
  await writeFile(join(cwd, 'utf32.txt'), Buffer.from('\xff\xfe\0\0h\0\0\0', 'latin1'));
  await symlink('readmy.md', join(cwd, 'dangling'));
  await symlink('loop', join(cwd, 'loop'));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const ran = await read({ file_path: given });
  expect(ran).toMatchObject({
    ok: false,
    code,
    message: expect.stringContaining(message.replaceAll('CWD', cwd)),
  });
  expect([...ledger.entries()]).toEqual([]);
});

test('the hint for a missing file names no neighbor that must not be named', async () => {
  const { cwd, read } = await room();
  await writeFile(join(cwd, '.env'), 'secret');
  const strict = createReadTool({ mayName: (path) => !path.endsWith('.env') });
  expect(await read({ file_path: '.envs' })).toMatchObject({ message: expect.stringContaining('/.env.') });
  expect(await read({ file_path: '.envs' }, strict)).toMatchObject({
    message: expect.not.stringContaining('/.env.'),
  });
});

test('a file that goes between the check and the call is missing, not a crash', async () => {
  const { context } = await room();
  expect(await callTool(tool, { file_path: 'gone.txt' }, context)).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('a file without a size, as /proc has them, is read to its end', async () => {
  const { read } = await room();
  const file = fileOf(await read({ file_path: '/proc/self/status' }));
  expect(file.numLines).toBe(file.totalLines);
  expect(file.content).toContain('VmHWM');
});

test('what was read is recorded: by real path, hash of the whole file, and whether all of it was shown', async () => {
  const { cwd, ledger, read } = await room();
  const path = join(cwd, 'a.txt');
  await writeFile(path, 'a\nb\nc\n');
  await symlink('a.txt', join(cwd, 'link'));
  const { mtimeMs, ino } = await stat(path);
  const expected = {
    path,
    kind: 'read',
    hash: createHash('sha256').update('a\nb\nc\n').digest('hex'),
    size: 6,
    mtimeMs,
    inode: ino,
    callId: 'call-of-message-1',
    messageId: 'message-1',
  };
  await read({ file_path: 'link', offset: 2, limit: 1 });
  expect(ledger.get(path)).toEqual({
    ...expected,
    isPartial: true,
    range: { offset: 2, limit: 1, total: 3 },
  });
  await read({ file_path: 'link' });
  expect(ledger.get(path)).toEqual({
    ...expected,
    isPartial: false,
    range: { offset: 1, limit: 3, total: 3 },
  });
  await read({ file_path: 'a.txt', limit: 1 });
  expect(ledger.get(path)).toMatchObject({ isPartial: false });
  await writeFile(path, 'a\nb\n');
  await read({ file_path: 'a.txt', limit: 1 });
  expect(ledger.get(path)).toMatchObject({ isPartial: true });
});

test.each([
  ['a cut line', 'x'.repeat(3000), {}, true],
  ['all lines by an explicit limit', 'a\nb', { limit: 2 }, false],
  ['an empty file', '', {}, false],
] satisfies [string, string, Partial<ReadInput>, boolean][])(
  'partial or not: %s',
  async (_, content, input, isPartial) => {
    const { cwd, ledger, read } = await room();
    await writeFile(join(cwd, 'a'), content);
    await read({ file_path: 'a', ...input });
    expect(ledger.get(join(cwd, 'a'))).toMatchObject({ isPartial });
  },
);

test('nothing past the end is recorded', async () => {
  const { cwd, ledger, read } = await room();
  await writeFile(join(cwd, 'a'), 'a\n');
  await read({ file_path: 'a', offset: 5 });
  expect(ledger.get(join(cwd, 'a'))).toBeUndefined();
});

test('above 64 MiB the lines are a lower bound, and identity, size and times stand for the content', async () => {
  const { cwd, ledger, read } = await room();
  const path = join(cwd, 'large');
  await writeFile(path, 'line\n'.repeat(5000));
  await truncate(path, 64 * 1024 * 1024 + 1);
  const file = fileOf(await read({ file_path: path, limit: 3 }));
  expect(file).toMatchObject({ numLines: 3, totalLinesIsLowerBound: true, content: 'line\nline\nline' });
  expect(file.totalLines).toBeGreaterThan(3);
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  const hash = createHash('sha256').update(`${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`).digest('hex');
  expect(ledger.get(path)).toMatchObject({ hash, isPartial: true });
  await utimes(path, 1, 1);
  await read({ file_path: path, limit: 3 });
  expect(ledger.get(path)?.hash).not.toBe(hash);
  expect(fileOf(await read({ file_path: path, offset: 5001 }))).toMatchObject({
    numLines: 1,
    cutLines: 1,
  });
  expect(fileOf(await read({ file_path: path, offset: 5002 }))).toMatchObject({
    numLines: 0,
    totalLines: 5001,
  });
});

test('pages put one after another are the file', async () => {
  const { cwd, read } = await room();
  const path = join(cwd, 'a.txt');
  const line = fc.string({ maxLength: 30 }).map((text) => text.replace(/[\0\r\n\uFEFF]/g, ' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 200 }),
      async (lines, pageTokens) => {
        await writeFile(path, lines.map((text) => `${text}\n`).join(''));
        const paged = createReadTool({ pageTokens });
        const seen: string[] = [];
        while (seen.length < lines.length) {
          const file = fileOf(await read({ file_path: path, offset: seen.length + 1 }, paged));
          expect(file).toMatchObject({ startLine: seen.length + 1, totalLines: lines.length });
          expect(file.numLines).toBeGreaterThan(0);
          seen.push(...file.content.split('\n'));
        }
        expect(seen).toEqual(lines);
      },
    ),
    runs,
  );
});

test('an aborted call stops with the signal’s reason', async () => {
  const { cwd, ledger } = await room();
  await writeFile(join(cwd, 'a.txt'), 'x'.repeat(1024 * 1024));
  const context = createFakeContext({ cwd, ledger, signal: AbortSignal.abort(new Error('stop')) });
  await expect(callTool(tool, { file_path: 'a.txt' }, context)).rejects.toThrow('stop');
});
