import { fitText } from '@sluice/base';
import { sanitize } from '@sluice/core';

const MORE = ' · /notices';
/** What waits for trust is one notice, whatever it is about. A certificate that is not trusted is another matter. */
const OF_TRUST = /sluice rules trust|the directory, which is not trusted/;

/**
 * What the log says when a session opens: a row for each notice. `/notices` prints them in full.
 * @param withheld what waits for trust, a line each
 * @param columns of the terminal; undefined: rows are not cut
 */
export function startNotices(
  notices: readonly string[],
  withheld: readonly string[],
  columns: number | undefined,
): readonly string[] {
  const others = notices.filter((text) => !OF_TRUST.test(text));
  const trust = others.length < notices.length || withheld.length > 0 ? [trustRow(withheld)] : [];
  // The mark of a notice takes two cells.
  const room = columns === undefined ? Infinity : columns - 2;
  return [...trust, ...others].map((text) => {
    const row = sanitize(text.replaceAll('\n', ' '));
    return fitText(row, room) === row ? row : `${shortened(row, Math.max(1, room - MORE.length))}${MORE}`;
  });
}

/** As many whole sentences as there is room for, or else the start of the first one. */
function shortened(text: string, room: number): string {
  const ends = [...text.matchAll(/[.!?](?= )/g)].map(({ index }) => text.slice(0, index));
  return ends.findLast((whole) => fitText(whole, room) === whole) ?? fitText(text, room);
}

function trustRow(withheld: readonly string[]): string {
  const rules = withheld.filter((line) => line.startsWith('allow ')).length;
  const hooks = withheld.filter((line) => line.startsWith('hook ')).length;
  const others = withheld.length - rules - hooks;
  const parts = [counted(rules, 'rule'), counted(hooks, 'hook'), counted(others, 'other setting')].filter(
    (part) => part !== '',
  );
  const what = parts.length === 0 ? 'Settings' : parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `${what} of this repository ${withheld.length === 1 ? 'requires' : 'require'} trust: /trust`;
}

function counted(count: number, name: string): string {
  return count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`;
}
