import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/journal/open-journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { makeScratch } from '../scratch.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);
const note = (text: string): JournalEntry => ({ v: 1, time: 0, type: 'note', messageId: 'm', text });

function write(directory: string, texts: readonly string[]): void {
  const opened = openJournal({ directory });
  if (!opened.ok) throw new Error(opened.message);
  for (const text of texts) opened.journal.append(note(text));
  opened.journal.close();
}

/** A way to spoil the lines of a file. */
const spoiling = fc.oneof(
  fc.record({ kind: fc.constant('swap' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('double' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('tear' as const), at: fc.nat(), to: fc.nat() }),
);
type Spoiling = typeof spoiling extends fc.Arbitrary<infer Value> ? Value : never;

function spoil(lines: string[], { kind, at, to }: Spoiling): void {
  const from = at % lines.length;
  const other = to % lines.length;
  const line = lines[from] ?? '';
  switch (kind) {
    case 'swap':
      [lines[from], lines[other]] = [lines[other] ?? '', line];
      break;
    case 'double':
      lines.splice(other, 0, line);
      break;
    case 'delete':
      if (lines.length > 1) lines.splice(from, 1);
      break;
    case 'edit': {
      const place = to % line.length;
      const letter = line[place] === 'x' ? 'y' : 'x';
      lines[from] = `${line.slice(0, place)}${letter}${line.slice(place + 1)}`;
      break;
    }
    case 'tear':
      lines[from] = line.slice(0, to % line.length);
      break;
    default:
      kind satisfies never;
  }
}

test('lines that were swapped, doubled, deleted, edited or torn are put right, or known to be missing', async () => {
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.array(spoiling, { maxLength: 4 }), async (first, then, spoilings) => {
      const scratch = makeScratch();
      try {
        // Two processes, one after the other.
        write(scratch.path, first);
        write(scratch.path, then);
        const all = [...first, ...then].map(note);
        const file = join(scratch.path, 'journal.jsonl');
        const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
        for (const one of spoilings) spoil(lines, one);
        writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
        const { entries, lost, unverified, isRepaired } = await readJournal(scratch.path);
        const known = unverified === 0 ? entries : entries.slice(unverified);
        // Nothing is made up, and nothing comes in another order.
        const places = known.map((entry) =>
          all.findIndex((one) => JSON.stringify(one) === JSON.stringify(entry)),
        );
        expect(places).not.toContain(-1);
        // What is not there is known not to be.
        expect(known.length + lost).toBe(all.length);
        if (lost === 0) expect(entries).toEqual(all);
        const isKept = spoilings.every(({ kind }) => kind === 'swap' || kind === 'double');
        if (isKept) {
          expect(entries).toEqual(all);
          const isSame =
            lines.length === all.length && lines.every((line, at) => line.includes(`,"n":${at + 1},`));
          expect(isRepaired).toBe(!isSame);
        }
        // Who goes on with it comes after all that there ever was.
        write(scratch.path, ['after']);
        const later = await readJournal(scratch.path);
        expect(later.entries.at(-1)).toEqual(note('after'));
        expect(later.lost).toBe(lost);
      } finally {
        scratch.dispose();
      }
    }),
    { numRuns },
  );
});

test('lines of an older version have no checksum: they count, and it is said that nothing vouches for them', async () => {
  const { path, dispose } = makeScratch();
  try {
    const old = ['one', 'two'].map((text) => `${JSON.stringify(note(text))}\n`);
    writeFileSync(join(path, 'journal.jsonl'), old.join(''));
    write(path, ['three']);
    expect(await readJournal(path)).toEqual({
      entries: ['one', 'two', 'three'].map(note),
      setAside: 0,
      lost: 0,
      isRepaired: false,
      isEndUnknown: false,
      unverified: 2,
    });
    // Behind a line with a checksum, one without is no older version's.
    writeFileSync(join(path, 'journal.jsonl'), old.join(''), { flag: 'a' });
    expect(await readJournal(path)).toMatchObject({ setAside: 2, unverified: 2 });
  } finally {
    dispose();
  }
});

test('a line of another journal is not taken for one of this', async () => {
  const [one, other] = [makeScratch(), makeScratch()];
  try {
    write(one.path, ['a', 'b', 'c']);
    write(other.path, ['x', 'y', 'z']);
    const [mine, theirs] = [one, other].map(({ path }) =>
      readFileSync(join(path, 'journal.jsonl'), 'utf8').split('\n'),
    );
    const mixed = [mine?.[0], theirs?.[1], mine?.[2], ''].join('\n');
    writeFileSync(join(one.path, 'journal.jsonl'), mixed);
    const { entries, lost, setAside } = await readJournal(one.path);
    expect(entries).not.toContainEqual(note('y'));
    expect(lost).toBeGreaterThan(0);
    expect(setAside).toBeGreaterThan(0);
  } finally {
    one.dispose();
    other.dispose();
  }
});

test('a journal beside the head of another one of the same length is known to have lost lines', async () => {
  const [one, other] = [makeScratch(), makeScratch()];
  try {
    write(one.path, ['a', 'b']);
    write(other.path, ['a', 'c']);
    writeFileSync(join(one.path, 'journal.head'), readFileSync(join(other.path, 'journal.head')));
    expect(await readJournal(one.path)).toMatchObject({ entries: [note('a'), note('b')], lost: 1 });
    // And stays so when the session goes on.
    write(one.path, ['d']);
    expect((await readJournal(one.path)).lost).toBe(1);
  } finally {
    one.dispose();
    other.dispose();
  }
});
