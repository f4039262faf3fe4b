import { readCharacterClass, type CharacterClass } from './character-class.ts';

type Token = { readonly text: string } | { readonly has: CharacterClass } | 'star';

/** One segment of a path pattern that has wildcards: `*`, `?`, `[…]`, with `\` before literal characters. */
export interface Glob {
  /** As written. */
  readonly source: string;
  readonly tokens: readonly Token[];
  /** What every name that it matches starts and ends with, and the longest text in it: quick rejections. */
  readonly head: string;
  readonly tail: string;
  readonly needle: string;
}

/** A plain name for a segment without wildcards. */
export function compileGlob(segment: string): Glob | string {
  const tokens: Token[] = [];
  let text = '';
  const characters = Array.from(segment);
  const add = (token: Token): void => {
    if (text !== '') tokens.push({ text });
    text = '';
    if (token !== 'star' || tokens.at(-1) !== 'star') tokens.push(token);
  };
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '*') add('star');
    else if (character === '?') add({ has: () => true });
    else if (character === '[') {
      const read = readCharacterClass(characters, at);
      if (read === undefined) text += character;
      else {
        add({ has: read.has });
        at = read.next - 1;
      }
    } else if (character === '\\') {
      at += 1;
      text += characters[at] ?? '';
    } else text += character;
  }
  if (tokens.length === 0) return text;
  if (text !== '') tokens.push({ text });
  const texts = tokens.map((token) => (token !== 'star' && 'text' in token ? token.text : ''));
  const needle = texts.reduce((longest, next) => (next.length > longest.length ? next : longest), '');
  return { source: segment, tokens, head: texts[0] ?? '', tail: texts.at(-1) ?? '', needle };
}

/**
 * Backtracks only to the last star: whatever an earlier one could match in addition, the later one can too. So a match costs at most the
 * product of the two lengths.
 */
export function matchesGlob({ tokens, head, tail }: Glob, name: string): boolean {
  if (!name.startsWith(head) || !name.endsWith(tail)) return false;
  let token = 0;
  let at = 0;
  let afterStar = -1;
  let starAt = 0;
  for (;;) {
    const next = tokens[token];
    if (next === 'star') {
      token += 1;
      if (token === tokens.length) return true;
      afterStar = token;
      starAt = at;
      continue;
    }
    const width = next === undefined ? -1 : widthOf(next, name, at);
    if (width >= 0) {
      token += 1;
      at += width;
      continue;
    }
    if (next === undefined && at === name.length) return true;
    if (afterStar === -1 || starAt >= name.length) return false;
    starAt += (name.codePointAt(starAt) ?? 0) > 0xffff ? 2 : 1;
    at = starAt;
    token = afterStar;
  }
}

/** How much of the name the token matches; -1 if it doesn't. */
function widthOf(token: Exclude<Token, 'star'>, name: string, at: number): number {
  if ('text' in token) return name.startsWith(token.text, at) ? token.text.length : -1;
  const point = name.codePointAt(at);
  if (point === undefined || !token.has(point)) return -1;
  return point > 0xffff ? 2 : 1;
}
