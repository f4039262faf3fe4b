import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitImages } from '../../src/result/image-budget.ts';
import { MAX_MESSAGE_IMAGE_CHARS, MAX_MESSAGE_IMAGES } from '../../src/result/result-limits.ts';
import type { HeldContent } from '../../src/result/content.ts';
import type { ContentBlock } from '../../src/data/content.ts';
import { createKit, FREE, ofType, runAll, toolOf } from '../support/kit.ts';
import { RUNS } from '../support/toy-calls.ts';

const image = (length: number): ContentBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(length) },
});
const text: ContentBlock = { type: 'text', text: 'words' };

it('leaves a message alone that keeps to the bounds', () => {
  expect(
    fitImages(['text', [text, image(4)], Array.from({ length: MAX_MESSAGE_IMAGES - 1 }, () => image(4))]),
  ).toEqual(new Map());
});

it('says in the place of each image that is too many how to see it', () => {
  const full = Array.from({ length: MAX_MESSAGE_IMAGES }, () => image(4));
  const [entry, ...others] = fitImages([full, 'text', [text, image(4), text]]);
  expect(others).toEqual([]);
  expect(entry).toMatchObject([2, [text, { type: 'text' }, text]]);
  expect(JSON.stringify(entry)).toContain('at most 20 images, and about 16 MB of them. Make this call again');
});

it('leaves out one that is too large beside the others, and takes a smaller one after it', () => {
  const half = image(MAX_MESSAGE_IMAGE_CHARS / 2);
  const fitted = fitImages([[half], [image(MAX_MESSAGE_IMAGE_CHARS / 2 + 1)], [half]]);
  expect([...fitted.keys()]).toEqual([1]);
});

it('keeps the bounds, the order of blocks and every text, whatever comes', () => {
  const block = fc.oneof(
    fc.constant(text),
    fc.constantFrom(4, 1_000_000, MAX_MESSAGE_IMAGE_CHARS / 3, MAX_MESSAGE_IMAGE_CHARS).map(image),
  );
  const contents = fc.array(fc.oneof(fc.constant('text'), fc.array(block, { maxLength: 12 })), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(contents, (before: readonly HeldContent[]) => {
      const fitted = fitImages(before);
      const after = before.map((content, index) => fitted.get(index) ?? content);
      const images = after.flatMap((content) =>
        typeof content === 'string'
          ? []
          : content.flatMap((one) => (one.type === 'image' ? [one.source.data.length] : [])),
      );
      expect(images.length).toBeLessThanOrEqual(MAX_MESSAGE_IMAGES);
      expect(images.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(MAX_MESSAGE_IMAGE_CHARS);
      for (const [index, content] of before.entries()) {
        const now = after[index];
        if (typeof content === 'string' || typeof now === 'string') expect(now).toBe(content);
        else {
          expect(now?.length).toBe(content.length);
          for (const [at, one] of content.entries()) if (one.type === 'text') expect(now?.[at]).toBe(one);
        }
      }
    }),
    { numRuns: Math.min(RUNS, 100) },
  );
});

it('holds for a message, is journaled, and says so of the call that was cut', async () => {
  const picture = toolOf('Picture', {
    ...FREE,
    call: async () => ({ data: 'pictures' }),
    toModel: () => Array.from({ length: 15 }, () => image(8)),
  });
  const kit = createKit([picture]);
  const events = await runAll(
    kit,
    ['a', 'b', 'c'].map((id) => ({ id, name: 'Picture', input: {} })),
  );
  const [message] = ofType(events, 'message');
  const counts = message?.results.map(({ content }) =>
    typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length,
  );
  expect(counts).toEqual([15, 5, 0]);
  expect(kit.journal.entries.filter(({ type }) => type === 'replaced')).toMatchObject([
    { callId: 'b' },
    { callId: 'c' },
  ]);
});
