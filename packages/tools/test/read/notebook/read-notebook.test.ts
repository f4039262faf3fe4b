import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture, fixtureBytes } from '../fixture.ts';
import { createReadRoom } from '../read-room.ts';

test('a notebook is shown cell by cell, with what came out and its images in their places', async () => {
  const { read, tool } = await createReadRoom();
  const input = { file_path: fixture('rain.ipynb') };
  const { text, images, data, record } = await read(input);
  expect(text.replace(fixture('rain.ipynb'), 'FILE')).toMatchInlineSnapshot(`
    "[FILE: a notebook of format 4.5 in python, 6 cells.]

    <cell number="1" id="title" type="markdown">
    # Rain
    by month
    </cell>

    <cell number="2" id="load" type="code" run="1">
    import data
    rain = data.load()
    </cell>

    <output name="stdout">
    reading
    12 rows
    </output>

    <cell number="3" id="plot" type="code" run="2">
    rain.plot()
    </cell>

    <output name="display">
    [Image: PNG image, 120 × 80 px, 1013 bytes.]
    </output>
    <cell number="4" id="fail" type="code" run="3">
    rain.mean("x")
    </cell>

    <output name="stderr">
    warning: no unit
    </output>

    <output name="error">
    KeyError
      rain.mean('x')
    KeyError: 'x'
    </output>

    <cell number="5" id="table" type="code" run="4">
    rain
    </cell>

    <output name="result">
    month  mm
    May    61
    </output>

    <cell number="6" id="end" type="raw">
    the end
    </cell>"
  `);
  expect(images).toHaveLength(1);
  expect(record?.isPartial).toBe(false);
  if (data === undefined) throw new Error('no data');
  const kinds = [tool.toModel?.(data, input)]
    .flat()
    .map((block) => (typeof block === 'object' ? block.type : 'string'));
  expect(kinds).toEqual(['text', 'image', 'text']);
});

test('offset and limit count cells', async () => {
  const { read } = await createReadRoom();
  const { text, images, record } = await read({ file_path: fixture('rain.ipynb'), offset: 4, limit: 2 });
  expect(text).toContain('<cell number="4" id="fail"');
  expect(text).toContain('<cell number="5" id="table"');
  expect(text).not.toContain('<cell number="3"');
  expect(text).toMatch(/\[PARTIAL view: cells 4 to 5 of 6\. Continue with offset: 6\.\]$/);
  expect(images).toEqual([]);
  expect(record?.isPartial).toBe(true);
  const past = await read({ file_path: fixture('rain.ipynb'), offset: 7 });
  expect(past.text).toMatch(/6 cells\.\]\n\n\[There is no cell at offset 7\.\]$/);
  expect(past.record).toBeUndefined();
  const end = await read({ file_path: fixture('rain.ipynb'), offset: 6 });
  expect(end.text).toMatch(/cells 6 to 6 of 6, the end of the notebook\.\]$/);
});

test('a page that is full names the cell to go on with', async () => {
  const { read } = await createReadRoom({ pageTokens: 60 });
  const { text } = await read({ file_path: fixture('rain.ipynb') });
  expect(text).toMatch(/cells 1 to 2 of 6\. More does not fit on one page\. Continue with offset: 3\.\]$/);
});

test('shortened for the sake of its message, it names the cell to go on with as well', async () => {
  const { read, tool } = await createReadRoom();
  const input = { file_path: fixture('rain.ipynb') };
  const { data, text } = await read(input);
  if (data === undefined) throw new Error('no data');
  expect(tool.shorten?.(data, input, text.length + 100)).toBe(
    text.replace('</output>\n<cell', '</output>\n\n<cell'),
  );
  expect(tool.shorten?.(data, input, 600)).toMatch(/Continue with offset: 2\.\]\n\n\[1 cell cut\./);
});

test('shortened, it has as many cells as fit', async () => {
  const { cwd, read, tool } = await createReadRoom();
  const cells = Array.from({ length: 20 }, (_, index) => ({
    cell_type: 'markdown',
    source: `${index}${'x'.repeat(300)}`,
  }));
  await writeFile(join(cwd, 'a.ipynb'), JSON.stringify({ cells }));
  const input = { file_path: 'a.ipynb', offset: 3 };
  const { data } = await read(input);
  if (data === undefined) throw new Error('no data');
  const page = tool.shorten?.(data, input, 3000);
  if (typeof page !== 'object') throw new Error('no page');
  const short = page.text;
  expect(short.length).toBeLessThanOrEqual(3000);
  const shown = [...short.matchAll(/<cell number="(\d+)"/g)].map((match) => Number(match[1]));
  expect(shown.length).toBeGreaterThan(3);
  expect(shown).toEqual(shown.map((_, index) => index + 3));
  expect(short.endsWith(`Continue with offset: ${shown.length + 3}.]`)).toBe(true);
  expect(page.range).toEqual({ offset: 3, limit: shown.length, total: 20, unit: 'cell' });
});

test('hooks are told of an image, but not its pixels; programs get both', async () => {
  const { read, tool } = await createReadRoom();
  const input = { file_path: fixture('rain.ipynb') };
  const { data, images } = await read(input);
  if (data === undefined) throw new Error('no data');
  const pixels = images[0]?.source.data ?? 'none';
  expect(JSON.stringify(data)).toContain(pixels);
  const forHook = JSON.stringify(tool.toHook?.(data, input));
  expect(forHook).not.toContain(pixels);
  expect(forHook).toContain('"originalWidth":120');
});

test('an image that is none, or broken, is told in words', async () => {
  const { cwd, read } = await createReadRoom();
  const output = (png: Buffer | string): object => ({
    output_type: 'display_data',
    data: { 'image/png': Buffer.from(png).toString('base64') },
  });
  const outputs = [output('<svg/>'), output(fixtureBytes('wide.png').subarray(0, 3000))];
  await writeFile(
    join(cwd, 'a.ipynb'),
    JSON.stringify({ cells: [{ cell_type: 'code', source: '', outputs }] }),
  );
  const { text, images } = await read({ file_path: 'a.ipynb' });
  expect(images).toEqual([]);
  expect(text).toContain('[The image is not shown: it is not a PNG');
  expect(text).toContain("[The image can't be decoded");
});

test.each([
  ['JSON that is broken', '{"cells": [', 'broken-notebook', 'It is not valid JSON'],
  ['no cells', '{"metadata": {}}', 'broken-notebook', 'has no list of "cells"'],
])('%s', async (_, content, code, message) => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.ipynb'), content);
  const { failure, record } = await read({ file_path: 'a.ipynb' });
  expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
  expect(record).toBeUndefined();
});

test('a notebook above 100 MiB is not taken apart', async () => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.ipynb'), `{"cells": []${' '.repeat(9000)}`);
  await truncate(join(cwd, 'a.ipynb'), 100 * 1024 * 1024 + 1);
  expect((await read({ file_path: 'a.ipynb' })).failure).toMatchObject({
    code: 'notebook-too-large',
    message: expect.stringContaining('Read parses at most 100 MiB'),
  });
});

test('a large one tells that it is being read', async () => {
  const { cwd, read } = await createReadRoom();
  const cell = { cell_type: 'markdown', source: 'x'.repeat(5 * 1024 * 1024) };
  await writeFile(join(cwd, 'a.ipynb'), JSON.stringify({ cells: [cell] }));
  const { progress, text, record } = await read({ file_path: 'a.ipynb' });
  expect(progress).toEqual([{ type: 'status', text: 'Reading a notebook of 5.0 MiB' }]);
  expect(text).toMatch(/\[1 cell cut\. allow_large: true shows more of a long cell\.\]$/);
  expect(record?.isPartial).toBe(true);
});
