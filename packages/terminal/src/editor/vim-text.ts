import {
  afterCharacter,
  beforeCharacter,
  lineEnd,
  lineStart,
  nextWord,
  previousWord,
  vertical,
  wordEnd,
  type Motion,
  type VimText,
} from './vim-motions.ts';

/** No one means more. */
export const MAX_COUNT = 9999;

/** The number before a command; `0` alone is a motion. */
export function countOf(keys: readonly string[]): {
  readonly count: number | undefined;
  readonly rest: readonly string[];
} {
  let length = 0;
  while (/\d/.test(keys[length] ?? '') && !(length === 0 && keys[0] === '0')) length += 1;
  const count =
    length === 0 ? undefined : Math.min(MAX_COUNT, Number(keys.slice(0, length).join('').slice(0, 6)));
  return { count, rest: keys.slice(length) };
}

export function plainMotion(
  key: string,
  count: number | undefined,
  now: VimText,
): Motion | 'none' | undefined {
  const { text, cursor } = now;
  const times = count ?? 1;
  const isBig = key === key.toUpperCase();
  const again = (step: (at: VimText) => number): number =>
    repeat(times, cursor, (at) => step({ text, cursor: at }));
  switch (key) {
    case 'h':
      return {
        to: Math.max(
          lineStart(text, cursor),
          repeat(times, cursor, (at) => beforeCharacter(text, at)),
        ),
      };
    case 'l':
    case ' ':
      return {
        to: Math.min(
          lineEnd(text, cursor),
          repeat(times, cursor, (at) => afterCharacter(text, at)),
        ),
      };
    case 'j':
    case 'k':
      return { to: vertical(now, key === 'j' ? times : -times) ?? cursor, isLinewise: true };
    case '0':
      return { to: lineStart(text, cursor) };
    case '^':
      return { to: firstOfLine(text, cursor) };
    case '$': {
      const line = vertical(now, times - 1) ?? cursor;
      return { to: lineEnd(text, line) };
    }
    case 'w':
    case 'W':
      return { to: again((at) => nextWord(at, isBig)) };
    case 'b':
    case 'B':
      return { to: again((at) => previousWord(at, isBig)) };
    case 'e':
    case 'E':
      return { to: again((at) => wordEnd(at, isBig)), isInclusive: true };
    case 'G':
      return {
        to: firstOfLine(text, count === undefined ? text.length : startOfLine(text, count - 1)),
        isLinewise: true,
      };
    default:
      return 'none';
  }
}

/** `cw` on a word's last character changes that character, where `e` would go on to the next word. */
export function stepBack({ text, cursor }: VimText, isWord: boolean): VimText {
  return isWord ? { text, cursor: cursor - 1 } : { text, cursor };
}

export function repeat(times: number, start: number, step: (at: number) => number): number {
  let at = start;
  for (let left = times; left > 0; left -= 1) {
    const next = step(at);
    if (next === at) break;
    at = next;
  }
  return at;
}

/** The start of a line by its number, from 0; the last line if there are fewer. */
export function startOfLine(text: string, line: number): number {
  return repeat(line, 0, (at) => {
    const end = lineEnd(text, at);
    return end === text.length ? at : end + 1;
  });
}

export function firstOfLine(text: string, at: number): number {
  const start = lineStart(text, at);
  const end = lineEnd(text, at);
  const blanks = /^[^\S\n]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return Math.min(start + blanks, end);
}

/** In normal mode the cursor is on a character, not after the last one of its line. */
export function onCharacter(text: string, at: number): number {
  const bounded = Math.max(0, Math.min(at, text.length));
  const isAfterLast = bounded === lineEnd(text, bounded) && bounded > lineStart(text, bounded);
  return isAfterLast ? beforeCharacter(text, bounded) : bounded;
}

export function linesFrom(
  { text, cursor }: VimText,
  count: number,
): { readonly from: number; readonly to: number } {
  const from = lineStart(text, cursor);
  const last = repeat(count - 1, from, (at) => {
    const end = lineEnd(text, at);
    return end === text.length ? at : end + 1;
  });
  return { from, to: lineEnd(text, last) };
}

export function joinLines({ text, cursor }: VimText, times: number): VimText {
  let joined = text;
  let at = cursor;
  for (let left = times; left > 0; left -= 1) {
    const end = lineEnd(joined, at);
    if (end === joined.length) break;
    const rest = joined.slice(end + 1).replace(/^[^\S\n]+/, '');
    const gap = rest === '' || rest.startsWith('\n') || /\s$/.test(joined.slice(0, end)) ? '' : ' ';
    joined = joined.slice(0, end) + gap + rest;
    at = end;
  }
  return { text: joined, cursor: onCharacter(joined, at) };
}

export function turnCase(character: string): string {
  const upper = character.toUpperCase();
  return upper === character ? character.toLowerCase() : upper;
}
