import { presentItems } from '@sluice/base';
import { codePointName } from './hidden-character.ts';
import { lookAlikeSigns } from './look-alike-signs.ts';
import { mixedScriptWords } from './mixed-scripts.ts';
import { reorderingLetters } from './right-to-left.ts';
import { sanitize } from './sanitize.ts';
import type { ShownText } from './show-text.ts';

const MAX_NAMED = 5;

/** What to know about a text before trusting your eyes, one sentence each. Empty if it is what it looks like. */
export function warningsAbout(raw: string, { hidden, longRuns }: ShownText): readonly string[] {
  return presentItems([
    hidden.size > 0 ? `Hidden characters, shown as ⟨U+…⟩: ${listOf([...hidden].map(countText))}.` : undefined,
    longRuns > 0 ? `Long runs of blanks, shown as ⟨… ×…⟩: ${longRuns}.` : undefined,
    ...mixedWarnings(raw),
    ...signWarnings(raw),
    ...orderWarnings(raw),
  ]);
}

function signWarnings(raw: string): readonly string[] {
  const found = [...lookAlikeSigns(raw)];
  if (found.length === 0) return [];
  const named = found.map(([sign, like]) => `${codePointName(sign)} like "${like}"`);
  return [`Signs that look like others: ${listOf(named)}.`];
}

function orderWarnings(raw: string): readonly string[] {
  const letters = reorderingLetters(raw);
  return letters.length === 0
    ? []
    : [
        `Right-to-left letters (${letters.join(', ')}): what is between them may be shown in a different order.`,
      ];
}

function countText([name, count]: readonly [string, number]): string {
  return count === 1 ? name : `${name} ×${count}`;
}

function mixedWarnings(raw: string): readonly string[] {
  const words = mixedScriptWords(raw);
  const named = words.slice(0, MAX_NAMED).map(({ word, scripts, letters, looksLike }) => {
    const shown = sanitize(word.length > 40 ? `${word.slice(0, 40).toWellFormed()}…` : word);
    if (looksLike !== undefined)
      return `"${shown}" looks like "${looksLike.slice(0, 40)}", but its letters are ${scripts.join(' and ')}: ${letters.join(', ')}.`;
    return `"${shown}" ${scripts.length > 1 ? 'mixes' : 'has'} ${scripts.join(' and ')} letters: ${letters.join(', ')}.`;
  });
  const more = words.length - named.length;
  return more > 0
    ? [
        ...named,
        `${more} more ${more === 1 ? 'word mixes scripts or looks like another' : 'words mix scripts or look like others'}.`,
      ]
    : named;
}

function listOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more` : names.join(', ');
}
