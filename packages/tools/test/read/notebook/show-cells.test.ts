import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText } from '../../../src/read/notebook/notebook-text.ts';
import type { RawCell } from '../../../src/read/notebook/parse-notebook.ts';
import type { RawOutput } from '../../../src/read/notebook/parse-outputs.ts';
import { showCells } from '../../../src/read/notebook/show-cells.ts';
import type { ImageResult } from '../../../src/read/image/image-result.ts';
import { runs } from '../../files/runs.ts';

const NO_IMAGE = async (): Promise<ImageResult> => ({ ok: false, reason: 'is broken' });
const IMAGE = async (): Promise<ImageResult> => ({
  ok: true,
  image: {
    base64: 'AAAA',
    type: 'image/png',
    originalSize: 3,
    dimensions: { originalWidth: 1, originalHeight: 1, displayWidth: 1, displayHeight: 1 },
    originalFormat: 'PNG',
  },
});

function rawCell(source: string, outputs: readonly RawOutput[] = [], id = 'a'): RawCell {
  return { id, cellType: 'code', source, executionCount: undefined, outputs: () => outputs };
}

test('pages put one after another are the notebook', async () => {
  const cell = fc
    .tuple(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }))
    .map(([source, text]) => rawCell(source, [{ type: 'text', name: 'stdout', text }]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 600, max: 1500 }),
      fc.integer({ min: 1, max: 5 }),
      async (cells, bytes, count) => {
        const seen: string[] = [];
        while (seen.length < cells.length) {
          const page = await showCells(cells, { first: seen.length, count, bytes, showImage: NO_IMAGE });
          expect(page.cells.length).toBeGreaterThan(0);
          expect(page.cells.length).toBeLessThanOrEqual(count);
          expect(page.cells[0]?.number).toBe(seen.length + 1);
          const size = page.cells.reduce((sum, one) => sum + Buffer.byteLength(cellText(one)), 0);
          expect(size).toBeLessThanOrEqual(bytes);
          const wanted = Math.min(count, cells.length - seen.length);
          expect(page.isFull).toBe(page.cells.length < wanted);
          seen.push(...page.cells.map(({ source }) => source));
        }
        expect(seen).toEqual(cells.map(({ source }) => source));
      },
    ),
    runs,
  );
});

test('a cell that alone is longer than the page is cut, and said to be', async () => {
  const long = rawCell('語'.repeat(5000), [{ type: 'text', name: 'stdout', text: 'y'.repeat(5000) }]);
  const { cells, isFull } = await showCells([long, rawCell('x')], {
    first: 0,
    count: 2,
    bytes: 6000,
    showImage: NO_IMAGE,
  });
  expect(cells).toHaveLength(1);
  expect(isFull).toBe(true);
  expect(cells[0]).toMatchObject({ source: '語'.repeat(1000), isCut: true });
  expect(cells[0]?.outputs[0]).toMatchObject({ text: expect.stringContaining('characters left out') });
});

test('a long output shows its start and its end', async () => {
  const text = `first${'x'.repeat(50_000)}last`;
  const cell = rawCell('x', [{ type: 'text', name: 'stdout', text }]);
  const { cells } = await showCells([cell], { first: 0, count: 1, bytes: 100_000, showImage: NO_IMAGE });
  const shown = cells[0]?.outputs[0];
  expect(shown).toMatchObject({
    text: expect.stringMatching(/^first.*\n… \[40,009 characters left out\] …\n.*last$/s),
  });
  expect(cells[0]?.isCut).toBeUndefined();
});

test('a page has ten images; the others, and broken ones, are told in words', async () => {
  const image: RawOutput = { type: 'image', name: 'display', base64: 'AAAA' };
  const cells = Array.from({ length: 6 }, () => rawCell('plot', [image, image]));
  const request = { first: 0, count: 6, bytes: 100_000 };
  const page = await showCells(cells, { ...request, showImage: IMAGE });
  const outputs = page.cells.flatMap((cell) => cell.outputs);
  expect(outputs.filter(({ type }) => type === 'image')).toHaveLength(10);
  expect(outputs.slice(10)).toEqual(
    [1, 2].map(() => ({ type: 'text', name: 'display', text: expect.stringContaining('is one too many') })),
  );
  const broken = await showCells(cells, { ...request, count: 1, showImage: NO_IMAGE });
  expect(broken.cells[0]?.outputs[0]).toEqual({
    type: 'text',
    name: 'display',
    text: '[The image is broken.]',
  });
});
