import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { changeEdits } from '../../src/tables/exact-touches/changes.ts';
import { removalEdits } from '../../src/tables/exact-touches/removals.ts';
import { sedInPlace } from '../../src/tables/exact-touches/sed-in-place.ts';
import { transferEdits } from '../../src/tables/exact-touches/transfers.ts';
import { parseArguments } from '../../src/tables/parse-arguments.ts';
import type { Row } from '../../src/tables/row.ts';
import { allRows } from './rows-beneath.ts';

/** The long options that the installed program tells of; none where it isn't installed, or tells of none. */
function realOptions(name: string): string[] {
  const { stdout, status } = spawnSync(name, ['--help'], { encoding: 'utf8', timeout: 10_000, input: '' });
  if (status !== 0) return [];
  return [...new Set(Array.from(stdout.matchAll(/(?<![\w-])--[a-z0-9][a-z0-9-]*/g), ([option]) => option))];
}

/** Abbreviations that the row takes for another option than the program, or that the program finds ambiguous. */
function wrongAbbreviations(row: Row, real: readonly string[]): string[] {
  const wrong = new Set<string>();
  for (const name of row.options.flatMap((option) => option.names)) {
    for (let length = 3; name.startsWith('--') && length < name.length; length += 1) {
      const prefix = name.slice(0, length);
      const result = parseArguments(row, [row.name, prefix, '1'], 1);
      if (result.status !== 'parsed') continue;
      const taken = row.options.find((option) => result.parsed.given.has(option.names[0] ?? ''));
      const meant = real.includes(prefix) ? [prefix] : real.filter((option) => option.startsWith(prefix));
      for (const option of meant.filter((one) => taken?.names.includes(one) !== true)) {
        wrong.add(`${prefix}: ${option}`);
      }
    }
  }
  return [...wrong];
}

describe('abbreviations of long options', () => {
  const missing: string[] = [];
  const edits = [...changeEdits, ...removalEdits, ...transferEdits, sedInPlace];
  for (const row of [...allRows, ...edits].map((one) => one.row)) {
    if (row === undefined || row.syntax !== 'gnu') continue;
    const real = realOptions(row.name);
    if (real.length === 0) {
      missing.push(row.name);
      continue;
    }
    it(`of ${row.name} mean what the program takes them for`, () => {
      expect(wrongAbbreviations(row, real)).toEqual([]);
    });
  }
  process.stdout.write(`not compared: ${missing.join(' ')}\n`);
});
