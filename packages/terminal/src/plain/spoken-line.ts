import type { BodyLine } from '../views/body-lines.ts';

/** What the marks at the start of a row mean; screen readers leave them out, or read them as signs. */
const SPOKEN: readonly (readonly [mark: string, tone: BodyLine['tone'], word: string])[] = [
  ['✓ ', 'added', 'answered: '],
  ['✓ ', 'allowed', 'allowed: '],
  ['? ', 'warning', 'asks about: '],
  ['! ', 'warning', 'warning: '],
];

/** A row of a difference or a card with words in place of its signs. */
export function spokenLine({ text, tone }: BodyLine): string {
  const [, number, line = ''] = /^ *(\d+) [-+] (.*)$/s.exec(text) ?? [];
  if (number !== undefined && (tone === 'added' || tone === 'removed')) return `${tone} ${number}: ${line}`;
  // What is plain is the call's own text: none of it is changed.
  const found = SPOKEN.find(([mark, ofTone]) => ofTone === tone && text.startsWith(mark));
  return found === undefined ? text : `${found[2]}${text.slice(found[0].length)}`;
}

/** An option as it is read out: without brackets and dots. */
export function spokenLabel(label: string, saysMark = true): string {
  const [box = '', mark] = /^\[([ x])\] /.exec(label) ?? [];
  return `${label.slice(box.length).replace(/ …$/, '')}${mark === 'x' && saysMark ? ' (chosen)' : ''}`;
}

/** Facts that are drawn beside each other, as a sentence has them. */
export function spokenFacts(text: string): string {
  return text.replaceAll(' · ', ', ').replaceAll(/(?<=\S) {2,}(?=\S)/g, ', ');
}

/** A count of changed lines such as `+2 −1`. */
export function spokenCounts(counts: string): string {
  const [, added, removed] = /^\+(\d+) \u2212(\d+)$/.exec(counts) ?? [];
  return added === undefined ? counts : `${added} added, ${removed} removed`;
}
