import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText, type TextEncoding } from '../../src/files/text/text-encoding.ts';
import { keepFormat } from '../../src/write/keep-format.ts';
import { createWriteTool } from '../../src/write/write-tool.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { runTool } from '../files/run-tool.ts';
import { runs } from '../files/runs.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

const bytes = (text: string, encoding: TextEncoding): Buffer =>
  encodeText(text, encoding) ?? Buffer.from('unfit');
const mark = '\uFEFF';

test.each([
  ['a new file', undefined, 'é\n', bytes('é\n', 'utf8'), ' (1 line, 3 bytes).'],
  ['an empty file', Buffer.alloc(0), 'é\n', bytes('é\n', 'utf8'), ''],
  ['UTF-8', bytes('語\n', 'utf8'), 'é\n', bytes('é\n', 'utf8'), ''],
  [
    'UTF-8 with its mark',
    bytes('a\n', 'utf8-bom'),
    'é\n',
    bytes('é\n', 'utf8-bom'),
    'stays in UTF-8 with a byte order mark',
  ],
  [
    'a mark that is given again',
    bytes('a\n', 'utf8-bom'),
    `${mark}é\n`,
    bytes('é\n', 'utf8-bom'),
    'byte order mark',
  ],
  [
    'UTF-16 LE',
    bytes('old\n', 'utf16le-bom'),
    '𝄞\n',
    bytes('𝄞\n', 'utf16le-bom'),
    '(1 line, 8 bytes; 1 line added, 1 removed). The file stays in UTF-16 LE with',
  ],
  ['UTF-16 BE', bytes('old\n', 'utf16be-bom'), '𝄞\n', bytes('𝄞\n', 'utf16be-bom'), 'stays in UTF-16 BE with'],
  [
    'UTF-16 without its mark',
    bytes('some old\n', 'utf16le'),
    '𝄞\n',
    bytes('𝄞\n', 'utf16le'),
    'stays in UTF-16 LE.',
  ],
  ['Latin-1', bytes('café\n', 'latin1'), 'thé\n', bytes('thé\n', 'latin1'), 'stays in Latin-1'],
  [
    'Latin-1 that does not do',
    bytes('café\n', 'latin1'),
    '語\n',
    bytes('語\n', 'utf8'),
    "It was Latin-1, which can't represent",
  ],
  [
    'Latin-1, given one character that it has and one that it has not',
    bytes('café\n', 'latin1'),
    'é😀',
    bytes('é😀', 'utf8'),
    "(1 line, 6 bytes; 1 line added, 1 removed). It was Latin-1, which can't represent some of these characters; it is UTF-8 now.",
  ],
  [
    'UTF-8 with a stray byte of Latin-1',
    Buffer.concat([bytes('é\n', 'utf8'), bytes('é\n', 'latin1')]),
    'é😀',
    bytes('é😀', 'utf8'),
    'It contained bytes that are not UTF-8; all of it is UTF-8 now.',
  ],
  ['binary data', Buffer.from([0, 1, 0xff]), 'é\n', bytes('é\n', 'utf8'), ''],
  [
    'wholly CRLF, given LF',
    Buffer.from('a\r\nb\r\n'),
    'x\ny\n',
    Buffer.from('x\r\ny\r\n'),
    '(2 lines, 6 bytes; 2 lines added, 2 removed). It has CRLF line endings, so the new content does too.',
  ],
  ['wholly CRLF, given CRLF', Buffer.from('a\r\nb\r\n'), 'x\r\ny', Buffer.from('x\r\ny'), ''],
  [
    'wholly CRLF, given both',
    Buffer.from('a\r\nb\r\n'),
    'x\r\ny\n',
    Buffer.from('x\r\ny\n'),
    ' It had CRLF line endings; those of content were written as given.',
  ],
  [
    'mixed line ends',
    Buffer.from('a\r\nb\n'),
    'x\ny\n',
    Buffer.from('x\ny\n'),
    ' It had both CRLF and LF line endings; those of content were written as given.',
  ],
  ['a lone LF first', Buffer.from('\na\r\n'), 'x\ny\n', Buffer.from('x\ny\n'), ''],
  ['no line end at all', Buffer.from('a'), 'x\ny\n', Buffer.from('x\ny\n'), ''],
  [
    'UTF-16 BE wholly CRLF',
    bytes('a\r\n', 'utf16be-bom'),
    'x\ny',
    bytes('x\r\ny', 'utf16be-bom'),
    'so the new content does too',
  ],
  [
    'UTF-16 with a unit that looks like LF',
    bytes('\u0a0d\u0d0a\r\n', 'utf16le-bom'),
    'x\n',
    bytes('x\r\n', 'utf16le-bom'),
    'CRLF',
  ],
])('%s', async (_, before, content, expected, text) => {
  const cwd = await temporaryDirectory();
  const path = join(cwd, 'a.txt');
  const ledger = createFakeLedger();
  if (before !== undefined) await writeFile(path, before);
  await noteRead(path, createFakeContext({ cwd, ledger, messageId: 'earlier' }));
  ledger.release('earlier');
  const context = createFakeContext({ cwd, ledger, messageId: 'now' });
  const write = () => runTool(createWriteTool(), { file_path: path, content }, context);
  expect(await write()).toMatchObject({ ok: true, text: expect.stringContaining(text) });
  expect(await readFile(path)).toEqual(expected);
  expect(await write()).toMatchObject({
    ok: true,
    text: expect.stringContaining('already had exactly this content'),
  });
  expect(await readFile(path)).toEqual(expected);
});

const ENCODINGS = ['utf8', 'utf8-bom', 'utf16le-bom', 'utf16be-bom'] as const;
const line = fc.array(fc.constantFrom('a', 'é', '語', '𝄞', ' '), { maxLength: 5 }).map((all) => all.join(''));

test('any text: the encoding and its mark stay, and so do line ends that are all alike', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ENCODINGS),
      fc.constantFrom('\n', '\r\n'),
      fc.array(line, { minLength: 2, maxLength: 5 }),
      fc.array(line, { minLength: 2, maxLength: 5 }),
      (encoding, lineEnd, before, after) => {
        fc.pre(encoding !== 'utf8' || before.join('') !== '');
        const kept = keepFormat(after.join('\n'), bytes(before.join(lineEnd), encoding));
        expect(kept.bytes).toEqual(bytes(after.join(lineEnd), encoding));
        expect([kept.isCrlf, kept.givenUp]).toEqual([lineEnd === '\r\n', undefined]);
      },
    ),
    runs,
  );
});
