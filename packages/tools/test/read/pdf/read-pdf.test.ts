import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPdf } from '../../../src/read/pdf/open-pdf.ts';
import { fixture, fixtureBytes } from '../fixture.ts';
import { createReadRoom } from '../read-room.ts';

const TWELVE = fixture('twelve-pages.pdf');

function chapter(number: number): string {
  return `<page number="${number}">\nChapter ${number}\nThis is page ${number} of twelve.\n</page>`;
}

test('a short document is shown whole, page by page', async () => {
  const { read } = await createReadRoom();
  const path = fixture('two-pages.pdf');
  const { text, record, progress } = await read({ file_path: path });
  expect(text).toBe(
    [
      `[${path}: a PDF document of 2 pages, 945 bytes; its text, without images and layout.]`,
      '<page number="1">\nRain\nIt rained in May.\n</page>',
      '<page number="2">\nSun\nIt shone in June.\n</page>',
    ].join('\n\n'),
  );
  expect(record).toMatchObject({ isPartial: false, size: 945 });
  expect(progress).toEqual(
    ['Opening a PDF document of 945 bytes', 'Reading page 1 of 2', 'Reading page 2 of 2'].map((said) => ({
      type: 'status',
      text: said,
    })),
  );
});

test.each([
  ['cairo, with subsets of six fonts', 'report.pdf', '/FontFile2'],
  ['pdf-lib, with object streams and a cross-reference stream', 'report-xref-stream.pdf', '/Type /XRef'],
])('a document of %s is read like others', async (_, name, has) => {
  expect(fixtureBytes(name).toString('latin1')).toContain(has);
  const { read } = await createReadRoom();
  const { text } = await read({ file_path: fixture(name) });
  expect(text.split('\n\n').slice(1)).toEqual([
    [
      '<page number="1">',
      'Rainfall in May',
      'Measured at the sluice of Müßenau, in mm: Σ = 61½, 7 °C – 19 °C.',
      'The office files are efficient; water flows → north.',
      'week rain sun',
      '18 12.5 31 h',
      '19 40.0 9 h',
      '20 9.0 44 h',
      '</page>',
    ].join('\n'),
    [
      '<page number="2">',
      'What follows',
      '“The gate stays shut,” wrote Łukasz, “until Ελένη has been here.”',
      'Вода поднимается: two lines of water, one of text.',
      '</page>',
    ].join('\n'),
  ]);
});

test.each([
  ['3', [3], ''],
  ['11-15', [11, 12], ', the end of the document'],
  ['1-12', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], undefined],
])('pages %s of twelve', async (pages, shown, end) => {
  const { read } = await createReadRoom();
  const { text, data, record } = await read({ file_path: TWELVE, pages });
  const notice =
    end === undefined ? [] : [`[PARTIAL view: pages ${shown[0]} to ${shown.at(-1)} of 12${end}.]`];
  expect(text.split('\n\n').slice(1)).toEqual([...shown.map(chapter), ...notice]);
  expect(data).toMatchObject({
    type: 'parts',
    firstPage: shown[0],
    file: { count: shown.length, totalPages: 12, originalSize: fixtureBytes('twelve-pages.pdf').length },
  });
  expect(record?.isPartial).toBe(end !== undefined);
});

test('programs get the texts apart from images of pages, of which there are none', async () => {
  const { read, tool } = await createReadRoom();
  const input = { file_path: TWELVE, pages: '3' };
  const { data } = await read(input);
  const view = data && tool.toClient?.(data, input);
  expect(view).toMatchObject({
    type: 'parts',
    file: { count: 1, outputDir: '' },
    pageTexts: [{ page: 3, text: expect.any(String) }],
  });
  expect(view).not.toHaveProperty('pages');
});

test('a long one is read only by pages', async () => {
  const { read } = await createReadRoom();
  const { failure, record } = await read({ file_path: TWELVE });
  expect(failure).toMatchObject({ code: 'pages-needed', message: expect.stringContaining('pages: "1-12".') });
  expect(record).toBeUndefined();
  expect((await read({ file_path: TWELVE, pages: '13' })).failure?.code).toBe('wrong-pages');
});

test('pages that do not fit are named, so that reading can go on', async () => {
  const { read, tool } = await createReadRoom({ pageTokens: 40 });
  const input = { file_path: TWELVE, pages: '2-9' };
  const { text, data } = await read(input);
  expect(text).toMatch(/pages 2 to 3 of 12\. More does not fit\. Continue with pages: "4-9"\.\]$/);
  if (data === undefined) throw new Error('no data');
  const short = tool.shorten?.(data, input, 100) ?? '';
  expect(short).toMatch(
    /pages 2 to 2 of 12\. More does not fit\. Continue with pages: "3-9"\.\]\n\n\[1 page cut/,
  );
});

test('a page that alone is too long is cut, and said to be', async () => {
  const { read } = await createReadRoom({ pageTokens: 10 });
  const input = { file_path: fixture('two-pages.pdf'), pages: '1' };
  const { text, record } = await read(input);
  expect(text).toContain('<page number="1">\nRain\nIt raine\n… [the rest of this page is left out]\n</page>');
  expect(text).toMatch(/\[1 page cut\. allow_large: true shows more of a long page\.\]$/);
  expect(record?.isPartial).toBe(true);
  expect((await read({ ...input, allow_large: true })).text).toContain('It rained in May.');
});

test('a scanned document is said to be without text', async () => {
  const { read } = await createReadRoom();
  const { text } = await read({ file_path: fixture('scanned.pdf') });
  expect(text).toContain('<page number="1">\n[no text on this page]\n</page>');
  expect(text).toMatch(/probably scanned\. To see one, make an image of it \(pdftoppm/);
});

const bytes = fixtureBytes('two-pages.pdf');

test.each([
  ['one that needs a password', fixtureBytes('encrypted.pdf'), 'pdf-encrypted', 'opens only with a password'],
  ['one that is cut off', bytes.subarray(0, 60), 'broken-pdf', 'corrupt or truncated'],
  ['a header alone', Buffer.from('%PDF-1.7\n'), 'broken-pdf', 'corrupt or truncated'],
  [
    'rubbish after the header',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')]),
    'broken-pdf',
    'corrupt',
  ],
])('%s: a clear error', async (_, content, code, message) => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.pdf'), content);
  const { failure, record } = await read({ file_path: 'a.pdf' });
  expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
  expect(record).toBeUndefined();
});

test('a document above 100 MiB is not taken apart', async () => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.pdf'), bytes);
  await truncate(join(cwd, 'a.pdf'), 100 * 1024 * 1024 + 1);
  expect((await read({ file_path: 'a.pdf' })).failure?.code).toBe('pdf-too-large');
});

test('an aborted call stops with the signal’s reason, while the document is opened and while a page is read', async () => {
  const reason = new Error('stop');
  const { read } = await createReadRoom();
  const controller = new AbortController();
  const reading = read({ file_path: TWELVE, pages: '1-12' }, controller.signal);
  setImmediate(() => controller.abort(reason));
  await expect(reading).rejects.toBe(reason);

  const later = new AbortController();
  const document = await openPdf(fixtureBytes('twelve-pages.pdf'), later.signal);
  if (!document.ok) throw new Error(document.message);
  await using _ = document;
  expect(await document.textOf(1)).toMatchObject({ ok: true, text: expect.stringContaining('Chapter 1') });
  const page = document.textOf(2);
  later.abort(reason);
  await expect(page).rejects.toBe(reason);
});

test('a document whose thread has ended answers that it failed', async () => {
  const { signal } = new AbortController();
  const document = await openPdf(bytes, signal);
  if (!document.ok) throw new Error(document.message);
  await document[Symbol.asyncDispose]();
  expect(await document.textOf(1)).toMatchObject({ ok: false, name: 'thread' });
});
