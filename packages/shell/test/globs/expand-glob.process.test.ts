import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { itemsOf } from '../../src/effects/item/items-of.ts';
import { expandGlob } from '../../src/globs/expand-glob.ts';
import { parseCommand } from '../../src/parse/parse-command.ts';
import { RUNS, SEED } from '../parse/nasty.ts';
import { realFiles } from './real-files.ts';

const top = mkdtempSync(join(tmpdir(), 'sluice-globs-'));
afterAll(() => rmSync(top, { recursive: true }));

const NOTHING_KNOWN = {
  home: undefined,
  variable: () => undefined,
  match: () => undefined,
  printed: () => undefined,
  splitsAtBlanks: true,
  parameters: undefined,
  isNumber: () => false,
  isPlain: () => true,
};

const name = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'b', 'ab', 'ba', '.a', '.env', 'a.js', 'b.js', 'B', '1', '-x'),
  },
  fc.constantFrom('a b', '*', '[a]', '?', ']', 'a-b', '..a', '{a}', "it's", 'é'),
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const tree = fc.record({
  files: fc.array(path, { maxLength: 12 }),
  links: fc.array(fc.tuple(path, fc.constantFrom('.', 'a', '../a', 'nowhere', '/dev/null')), {
    maxLength: 3,
  }),
});

const piece = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('*', '?', '[ab]', '[!a]', '[a-c]', '[^.]', '[]a]', '[0-9]', '*.js'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'b', '.', '.e', 'env', '"a b"', "'*'", '\\*', '{a,b}', '"."', '1', '-'),
  },
);
const segment = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
const pattern = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '', '/', './', '//'))
  .map(([segments, end]) =>
    end === './'
      ? `./${segments.join('/')}`
      : `${segments.join(end === '//' ? '//' : '/')}${end === '/' ? '/' : ''}`,
  );

/** More than all ways to write them down. */
const PATTERNS = 60;
let made = 0;

function plant({ files, links }: typeof tree extends fc.Arbitrary<infer Value> ? Value : never): string {
  made += 1;
  const directory = join(top, String(made));
  mkdirSync(directory);
  const attempt = (act: () => void): void => {
    try {
      act();
    } catch {
      // Another file of the tree has that name already.
    }
  };
  for (const file of files) {
    attempt(() => mkdirSync(dirname(join(directory, file)), { recursive: true }));
    attempt(() => writeFileSync(join(directory, file), ''));
  }
  for (const [from, to] of links) attempt(() => symlinkSync(to, join(directory, from)));
  return directory;
}

/** What bash makes of each word, one process for all of them. */
function wordsFromBash(directory: string, words: readonly string[]): readonly (readonly string[])[] {
  const script = words.map((word) => `printf '%s\\0' ${word}; printf '\\0'`).join('\n');
  const output = execFileSync('bash', ['--norc', '-c', script], { cwd: directory, encoding: 'utf8' });
  return output
    .split('\0\0')
    .slice(0, words.length)
    .map((found) => found.split('\0'));
}

function expanded(directory: string, word: string): readonly string[] | undefined {
  const parsed = parseCommand(`x ${word}`);
  const command = parsed.kind === 'script' ? parsed.script.items[0]?.command : undefined;
  const simple = command?.type === 'pipeline' ? command.commands[0] : command;
  if (simple?.type !== 'simple') return undefined;
  const items = simple.words.slice(1).flatMap((one) => itemsOf(one, `x ${word}`, NOTHING_KNOWN));
  if (items.length === 0 || !items.every(({ isGlob, globs }) => isGlob && globs.length > 0)) return undefined;
  const found = items.flatMap(({ globs }) => globs.map((one) => expandGlob(one, directory, realFiles)));
  if (found.some((one) => one === undefined)) return undefined;
  return found.flatMap((one) => one?.matches.map((match) => match.path) ?? []);
}

const absolute = (directory: string, word: string): string => join(directory, word).replace(/(?<=.)\/$/u, '');

test('a pattern becomes what bash makes of it, wherever it becomes anything', () => {
  let compared = 0;
  fc.assert(
    fc.property(tree, fc.array(pattern, { minLength: PATTERNS, maxLength: PATTERNS }), (files, patterns) => {
      const directory = plant(files);
      const known = patterns.flatMap((word) => {
        const ours = expanded(directory, word);
        return ours === undefined ? [] : [{ word, ours: ours.toSorted() }];
      });
      compared += known.length;
      const theirs = wordsFromBash(
        directory,
        known.map(({ word }) => word),
      );
      expect(known).toEqual(
        known.map(({ word }, index) => ({
          word,
          ours: (theirs[index] ?? []).map((one) => absolute(directory, one)).toSorted(),
        })),
      );
    }),
    { numRuns: Math.max(8, Math.ceil(RUNS / 10)), seed: SEED, endOnFailure: true, verbose: 0 },
  );
  expect(compared).toBeGreaterThan(PATTERNS);
});
