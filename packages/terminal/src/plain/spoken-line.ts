import type { BodyLine } from '../views/card-rows.ts';

/** A row of a difference with a word in place of its sign, which screen readers leave out. */
export function spokenLine({ text, tone }: BodyLine): string {
  const [, number, line = ''] = /^ *(\d+) [-+] (.*)$/s.exec(text) ?? [];
  return number === undefined || (tone !== 'added' && tone !== 'removed')
    ? text
    : `${tone} ${number}: ${line}`;
}
