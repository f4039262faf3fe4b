import { describe, expect, it } from 'vitest';
import type { Argument } from '../../src/tables/argument.ts';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { readOnlyPrograms } from '../../src/tables/read-only-programs.ts';
import type { Row } from '../../src/tables/row.ts';
import { readOnlyExamples, refusedExamples, unknownExamples } from './examples/index.ts';
import { allRows } from './rows-beneath.ts';
import { words } from './words.ts';

describe('examples', () => {
  const tables = [
    ['read-only', readOnlyExamples],
    ['not-read-only', refusedExamples],
    ['unknown-program', unknownExamples],
  ] as const;

  for (const [kind, table] of tables) {
    it(`are ${kind} where the table says so`, () => {
      const others = table.filter((line) => classifyArguments(words(line)).kind !== kind);
      expect(others).toEqual([]);
    });
  }

  it.each([
    [['trap', '', 'TERM'], "'' is not known to be read-only, for trap"],
    [['git', ''], "git '' is not known to be read-only"],
    [['trap', '--', { prefix: 'x', isOne: true }], /^a word that is only known when it runs is not known/],
  ] as const)('names each word of a reason, also one that is empty or not known: %j', (argv, why) => {
    expect(classifyArguments(argv)).toMatchObject({
      why: typeof why === 'string' ? why : expect.stringMatching(why),
    });
  });

  it('knows no program for no words', () => {
    expect(classifyArguments([])).toEqual({ kind: 'unknown-program' });
  });
});

function unusedLetter(row: Row | undefined): string {
  const used = new Set(row?.options.flatMap((option) => option.names));
  const free = Array.from('YjJKkWZyzOQX@', (letter) => `-${letter}`).find((option) => !used.has(option));
  expect(free).toBeDefined();
  return free ?? '';
}

/** What follows the row's name in an example, so that the unknown option is the only thing wrong. */
function tails(lead: readonly string[]): Argument[][] {
  return readOnlyExamples
    .map((line) => words(line))
    .filter((argv) => lead.every((word, index) => argv[index] === word))
    .map((argv) => argv.slice(lead.length));
}

const WITHOUT_OPTIONS = new Set(['echo', 'true', 'false', ':']);

describe('an unknown option', () => {
  for (const { lead, row } of allRows.filter((one) => !WITHOUT_OPTIONS.has(one.lead[0] ?? ''))) {
    it(`of ${lead.join(' ')} is not read-only, alone and in front of what only reads`, () => {
      const known = tails(lead);
      if (lead.length === 1) expect(known.length, 'every program has an example').toBeGreaterThan(0);
      for (const option of ['--no-such-option-xyz', '--no-such-option-xyz=1', unusedLetter(row)]) {
        for (const tail of [[], ...known]) {
          const argv = [...lead, option, ...tail];
          expect(classifyArguments(argv).kind, JSON.stringify(argv)).toBe('not-read-only');
        }
      }
    });
  }
});

it('covers more than ninety programs', () => {
  expect(readOnlyPrograms.size).toBeGreaterThan(90);
});

it('no option is listed as two kinds in its row: the second would not count', () => {
  const twice = allRows.flatMap(({ lead, row }) => {
    const kinds = new Map<string, string>();
    return (row?.options ?? []).flatMap(({ names, kind }) =>
      names.flatMap((name) => {
        const before = kinds.get(name);
        kinds.set(name, kind);
        const isMode = row?.modes !== undefined && before !== undefined;
        return before === undefined || (before === kind && !isMode) ? [] : [[...lead, name].join(' ')];
      }),
    );
  });
  expect(twice).toEqual([]);
});
