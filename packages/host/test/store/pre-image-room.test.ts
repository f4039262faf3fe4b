import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStore, readPreImage, type PreImageLimits } from '../../src/index.ts';
import { ALWAYS_KEPT } from '../../src/store/pre-image-room.ts';
import { makeScratch } from '../scratch.ts';

const DAY = 86_400_000;
const UNFINISHED = '.00000000-0000-4000-8000-000000000000.tmp';

let scratch: ReturnType<typeof makeScratch>;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const nameOf = (bytes: Buffer): string => `${createHash('sha256').update(bytes).digest('hex')}.bin`;
const textOf = (index: number): Buffer => Buffer.from(`content ${index}`.padEnd(100, '.'));

function room(limits: Partial<PreImageLimits>, session = 'session') {
  const directory = join(scratch.path, session);
  const preImages = join(directory, 'pre-images');
  mkdirSync(preImages, { recursive: true });
  const preImageLimits = () => ({ maxBytes: Infinity, maxAgeMs: Infinity, ...limits });
  return {
    directory,
    preImages,
    store: createFileStore({ directory, preImageLimits }),
    /** One that an earlier process kept so many days ago. */
    earlier(bytes: Buffer, days: number, name = nameOf(bytes)): string {
      const path = join(preImages, name);
      writeFileSync(path, bytes);
      const time = (Date.now() - days * DAY) / 1000;
      utimesSync(path, time, time);
      return name;
    },
    kept: () => new Set(readdirSync(preImages)),
  };
}

it('goes by age once, before the first is kept, and leaves what it does not know', async () => {
  const { store, preImages, earlier, kept } = room({ maxAgeMs: 30 * DAY });
  earlier(textOf(1), 31);
  const young = earlier(textOf(2), 29);
  const again = earlier(textOf(3), 29);
  earlier(textOf(4), 0, UNFINISHED);
  const foreign = earlier(textOf(5), 99, 'notes.bin');
  mkdirSync(join(preImages, '.kept.tmp'));
  expect(kept().size).toBe(6);
  await store.putBytes(textOf(3));
  expect(kept()).toEqual(new Set([young, again, foreign, '.kept.tmp']));
  expect(Date.now() - statSync(join(preImages, again)).mtimeMs).toBeLessThan(DAY);
});

it('nothing goes where no limits are given, nor before something is kept', async () => {
  const limited = room({ maxAgeMs: 0, maxBytes: 0 });
  limited.earlier(textOf(1), 99);
  expect(limited.kept().size).toBe(1);
  const unlimited = room({}, 'other');
  unlimited.earlier(textOf(1), 9999);
  await createFileStore({ directory: unlimited.directory }).putBytes(textOf(2));
  expect(unlimited.kept().size).toBe(2);
});

it('keeps within the bytes that are given, the oldest go first, the last ones never do', async () => {
  const most = 4;
  const step = fc.record({ index: fc.nat(60), beside: fc.nat(most - 1) });
  let session = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.uniqueArray(fc.nat(60), { maxLength: 60 }),
      fc.nat(50),
      async (steps, before, max) => {
        const { store, directory, earlier, kept } = room({ maxBytes: max * 100 }, `s${(session += 1)}`);
        let model = before.map((index, place) => earlier(textOf(index), 100 - place));
        for (const { index, beside } of steps) {
          const texts = Array.from({ length: beside + 1 }, (_, place) => textOf((index + place) % 61));
          const results = await Promise.all(texts.map((text) => store.putBytes(text)));
          expect(results.every(({ ok }) => ok)).toBe(true);
          const names = texts.map(nameOf);
          model = [...model.filter((name) => !names.includes(name)), ...names];
          const allowed = Math.max(max, ALWAYS_KEPT);
          model = model.slice(-allowed);
          // Those that were kept at one time are in no order among themselves, so which of the oldest are left is unknown.
          const surely = model.slice(most, model.length - names.length);
          expect(kept().size).toBe(model.length);
          expect([...kept()]).toEqual(expect.arrayContaining([...surely, ...names]));
        }
        for (const name of model.slice(-1)) {
          expect(await readPreImage(directory, name.slice(0, -4))).toBeDefined();
        }
      },
    ),
    { numRuns: 25 },
  );
});
