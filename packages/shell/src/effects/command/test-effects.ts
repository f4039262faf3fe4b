import type { Word } from '../../tree.ts';
import { PERMISSION_TESTS } from '../../tables/sandbox-variables.ts';
import type { FileEffect } from '../analysis.ts';
import { arithmeticHazard } from '../hazard/arithmetic-hazard.ts';
import { harmlessVariables, hazardOf } from '../state/hazard-of.ts';
import { itemsOf } from '../item/items-of.ts';
import { lookupsFor } from '../state/lookups.ts';
import { pathEffects } from '../path/path-effects.ts';
import { type State } from '../state/state.ts';
import { standpointOf } from '../state/standpoint.ts';
import type { Shell } from '../state/walk.ts';

const FILE_TESTS = new Set('-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S'.split(' '));
const FILE_COMPARISONS = new Set('-nt -ot -ef'.split(' '));
const ARITHMETIC = new Set('-eq -ne -lt -le -gt -ge'.split(' '));

/** What `[[ … ]]` looks at, and why it may do more than that. */
export function testEffects(
  words: readonly Word[],
  shell: Shell,
  state: State,
): {
  readonly files: readonly FileEffect[];
  readonly hazard: string | undefined;
  readonly reportsOnMachine: boolean;
} {
  const files: FileEffect[] = [];
  let hazard = hazardOf(words, shell, state);
  let reportsOnMachine = false;
  const isHarmless = harmlessVariables(shell, state);
  const looksAt = (word: Word | undefined): void => {
    if (word === undefined) return;
    // `[[` expands no patterns.
    const standpoint = { ...standpointOf(shell, state), expand: () => undefined };
    for (const lookup of lookupsFor(shell, state, [word])) {
      for (const item of itemsOf(word, shell.source, lookup))
        files.push(...pathEffects('list', item, false, standpoint));
    }
  };
  for (const [index, word] of words.entries()) {
    const operator = word.isQuoted ? undefined : word.literal;
    const [before, after] = [words[index - 1], words[index + 1]];
    if (operator === undefined) continue;
    if (FILE_TESTS.has(operator)) looksAt(after);
    reportsOnMachine ||= PERMISSION_TESTS.has(operator);
    if (FILE_COMPARISONS.has(operator)) {
      looksAt(before);
      looksAt(after);
    }
    if (ARITHMETIC.has(operator)) {
      hazard ??=
        arithmeticHazard(before?.parts ?? [], isHarmless) ?? arithmeticHazard(after?.parts ?? [], isHarmless);
    }
    if ((operator === '-v' || operator === '-R') && !/^\w+$/u.test(after?.literal ?? ''))
      hazard ??= `${operator} runs what a subscript says`;
  }
  return { files, hazard, reportsOnMachine };
}
