/** `[a-z]` of a glob: whether it contains the character with this code point. */
export type CharacterClass = (codePoint: number) => boolean;

interface Range {
  readonly first: number;
  readonly last: number;
}

const NAMED: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alnum', ranges('09AZaz')],
  ['alpha', ranges('AZaz')],
  ['blank', ranges('  \t\t')],
  ['digit', ranges('09')],
  ['lower', ranges('az')],
  ['punct', ranges('!/:@[`{~')],
  ['space', ranges('  \t\r')],
  ['upper', ranges('AZ')],
  ['xdigit', ranges('09AFaf')],
]);

/**
 * Parses the class that starts at `open`; undefined if it is not closed, and the bracket is an ordinary character. Follows gitignore: a
 * leading `!` or `^` negates, a leading `]` is itself, `\` escapes.
 */
export function readCharacterClass(
  characters: readonly string[],
  open: number,
): { readonly has: CharacterClass; readonly next: number } | undefined {
  const found: Range[] = [];
  let at = open + 1;
  const isNegated = characters[at] === '!' || characters[at] === '^';
  if (isNegated) at += 1;
  for (let isFirst = true; ; isFirst = false) {
    const character = characters[at];
    if (character === undefined) return undefined;
    if (character === ']' && !isFirst) break;
    const name = character === '[' && characters[at + 1] === ':' ? nameAt(characters, at) : undefined;
    if (name !== undefined) {
      found.push(...(NAMED.get(name) ?? []));
      at += name.length + 4;
      continue;
    }
    const first = pointAt(characters, at);
    if (first === undefined) return undefined;
    at = first.next;
    const isRange = characters[at] === '-' && characters[at + 1] !== ']';
    const last = isRange ? pointAt(characters, at + 1) : first;
    if (last === undefined) return undefined;
    at = last.next;
    found.push({ first: first.point, last: last.point });
  }
  const has: CharacterClass = (point) =>
    found.some(({ first, last }) => first <= point && point <= last) !== isNegated;
  return { has, next: at + 1 };
}

function pointAt(characters: readonly string[], at: number): { point: number; next: number } | undefined {
  const isEscaped = characters[at] === '\\';
  const point = characters[isEscaped ? at + 1 : at]?.codePointAt(0);
  return point === undefined ? undefined : { point, next: at + (isEscaped ? 2 : 1) };
}

/** The name in `[:name:]`. */
function nameAt(characters: readonly string[], at: number): string | undefined {
  const longest = 6;
  const close = characters.slice(at + 2, at + 2 + longest + 1).indexOf(':');
  if (close === -1 || characters[at + 2 + close + 1] !== ']') return undefined;
  return characters.slice(at + 2, at + 2 + close).join('');
}

function ranges(pairs: string): Range[] {
  const found: Range[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    found.push({ first: pairs.charCodeAt(at), last: pairs.charCodeAt(at + 1) });
  }
  return found;
}
