import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText, type TextEncoding } from '../../src/files/text/text-encoding.ts';
import type { TextReadOutput } from '../../src/read/read-output.ts';
import { runs } from '../files/runs.ts';
import { fixture } from './fixture.ts';
import { createReadRoom, type ReadResult } from './read-room.ts';

function fileOf({ data, failure }: ReadResult): TextReadOutput['file'] {
  if (data?.type !== 'text') throw new Error(failure?.message ?? 'not a text');
  return data.file;
}

const encodings = fc.constantFrom<TextEncoding>('utf8', 'utf8-bom', 'utf16le-bom', 'utf16be-bom', 'latin1');

test('a page of a text is the same lines in every encoding, with every line end', async () => {
  const { cwd, read } = await createReadRoom();
  const path = join(cwd, 'text');
  // No two of these bytes are valid UTF-8 by chance, as `ß` and a protected space would be.
  const narrow = fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '\t', 'é', 'ß'), maxLength: 12 });
  const wide = fc.string({
    unit: fc.constantFrom('a', 'é', '語', '😀', '\u0a0a', '\u0d0a', '\u2028'),
    maxLength: 12,
  });
  const page = fc.record({
    encoding: encodings,
    end: fc.constantFrom('\n', '\r\n'),
    isClosed: fc.boolean(),
    offset: fc.integer({ min: 1, max: 12 }),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(narrow, { minLength: 1, maxLength: 10 }),
      fc.array(wide, { minLength: 1, maxLength: 10 }),
      page,
      async (narrowLines, wideLines, { encoding, end, isClosed, offset, limit }) => {
        const given = encoding === 'latin1' ? narrowLines : wideLines;
        // The last line has something in it, so that the file has as many lines as the model.
        const lines = [...given, 'x'];
        const bytes = encodeText(lines.join(end) + (isClosed ? end : ''), encoding);
        await writeFile(path, bytes ?? '');
        const result = await read({ file_path: path, offset, ...(limit !== undefined && { limit }) });
        const file = fileOf(result);
        const shown = lines.slice(offset - 1, limit === undefined ? undefined : offset - 1 + limit);
        expect(file).toMatchObject({
          content: shown.join('\n'),
          numLines: shown.length,
          totalLines: lines.length,
          startLine: offset,
        });
        expect(file.encoding).toBe(encoding.startsWith('utf16') ? encoding : undefined);
        const isWhole = offset === 1 && shown.length === lines.length;
        expect(result.record?.isPartial).toBe(shown.length === 0 ? undefined : !isWhole);
      },
    ),
    runs,
  );
});

test('UTF-16 is put together right wherever the reader’s chunks end', async () => {
  const { cwd, read } = await createReadRoom();
  const path = join(cwd, 'long');
  // Longer than several chunks; a pair of units lies across every odd boundary.
  const lines = Array.from({ length: 60_000 }, (_, index) => `${index} 😀語`);
  for (const encoding of ['utf16le-bom', 'utf16be-bom'] as const) {
    for (const shift of ['', 'x']) {
      await writeFile(path, encodeText(`${shift}${lines.join('\n')}\n`, encoding) ?? '');
      const file = fileOf(await read({ file_path: path, offset: 30_001, limit: 29_999, allow_large: true }));
      expect(file).toMatchObject({ totalLines: 60_000 });
      expect(file.content.split('\n')).toEqual(lines.slice(30_000, 30_000 + file.numLines));
      expect(file.numLines).toBeGreaterThan(10_000);
    }
  }
});

test('a UTF-16 file above 64 MiB is left when its page is complete', async () => {
  const { cwd, read } = await createReadRoom();
  const path = join(cwd, 'huge');
  await writeFile(path, encodeText('line\n'.repeat(100_000), 'utf16le-bom') ?? '');
  await truncate(path, 64 * 1024 * 1024 + 2);
  expect(fileOf(await read({ file_path: path, offset: 50_000, limit: 2 }))).toMatchObject({
    content: 'line\nline',
    totalLinesIsLowerBound: true,
  });
});

test.each(['japanese-utf16le.txt', 'japanese-utf16be.txt'])('%s', async (name) => {
  const { read } = await createReadRoom();
  const { text } = await read({ file_path: fixture(name) });
  const order = name.includes('le') ? 'LE' : 'BE';
  expect(text).toBe(
    `     1\t一行目\n     2\tsecond line\n     3\t三行目 😀\n\n[The file is in UTF-16 ${order}; shown here as text.]`,
  );
});

test('half a character at the end of UTF-16 is said', async () => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'half'), Buffer.from('\xff\xfeh\0i', 'latin1'));
  expect((await read({ file_path: 'half' })).failure).toMatchObject({
    code: 'binary-file',
    message: expect.stringContaining(
      'is UTF-16 text with half a character at its end (5 bytes), which Read can',
    ),
  });
});
