/** A text and a place in it, in UTF-16 units. */
export interface VimText {
  readonly text: string;
  readonly cursor: number;
}

/** Where a motion leads. `end` of a range that an operator takes is exclusive. */
export interface Motion {
  readonly to: number;
  /** The character at the end belongs to it, as with `e` and `f`. */
  readonly isInclusive?: boolean;
  /** Whole lines, as with `j` and `G`. */
  readonly isLinewise?: boolean;
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** The place of the line's newline, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The end of the character at a place: an emoji of several code points is one character. */
export function afterCharacter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const [first] = SEGMENTS.segment(text.slice(at, at + 64));
  return at + (first?.segment.length ?? 1);
}

/** The start of the character before a place. */
export function beforeCharacter(text: string, at: number): number {
  const from = Math.max(0, at - 64);
  const last = [...SEGMENTS.segment(text.slice(from, at))].at(-1);
  return last === undefined ? 0 : from + last.index;
}

type Kind = 'blank' | 'word' | 'other';

function kindAt(text: string, at: number, isBig: boolean): Kind {
  const character = text[at] ?? ' ';
  if (/\s/.test(character)) return 'blank';
  return isBig || /[\p{L}\p{N}\p{M}_\p{Cs}]/u.test(character) ? 'word' : 'other';
}

/** The start of the next word. */
export function nextWord({ text, cursor }: VimText, isBig: boolean): number {
  let at = cursor;
  const kind = kindAt(text, at, isBig);
  while (at < text.length && kind !== 'blank' && kindAt(text, at, isBig) === kind) at += 1;
  while (at < text.length && kindAt(text, at, isBig) === 'blank') {
    at += 1;
    // An empty line is a word.
    if (text[at] === '\n' && text[at - 1] === '\n') return at;
  }
  return at;
}

/** The start of this word, or of the one before. */
export function previousWord({ text, cursor }: VimText, isBig: boolean): number {
  let at = cursor - 1;
  while (at > 0 && kindAt(text, at, isBig) === 'blank') at -= 1;
  if (at <= 0) return 0;
  const kind = kindAt(text, at, isBig);
  while (at > 0 && kindAt(text, at - 1, isBig) === kind) at -= 1;
  return at;
}

/** The last character of this word, or of the next one. */
export function wordEnd({ text, cursor }: VimText, isBig: boolean): number {
  let at = cursor + 1;
  while (at < text.length && kindAt(text, at, isBig) === 'blank') at += 1;
  if (at >= text.length) return Math.max(0, text.length - 1);
  const kind = kindAt(text, at, isBig);
  while (at + 1 < text.length && kindAt(text, at + 1, isBig) === kind) at += 1;
  return at;
}

/** The place some lines up or down, or as many as there are, in the same column where the line is long enough. Undefined: there is none. */
export function vertical({ text, cursor }: VimText, lines: number): number | undefined {
  const column = cursor - lineStart(text, cursor);
  let start = lineStart(text, cursor);
  for (let left = Math.abs(lines); left > 0; left -= 1) {
    if (lines > 0) {
      const end = lineEnd(text, start);
      if (end === text.length) break;
      start = end + 1;
    } else {
      if (start === 0) break;
      start = lineStart(text, start - 1);
    }
  }
  return start === lineStart(text, cursor) ? undefined : Math.min(start + column, lineEnd(text, start));
}

/** `f`, `F`, `t`, `T` within the line. Undefined: the character isn't there. */
export function findCharacter(
  { text, cursor }: VimText,
  how: { readonly key: string; readonly character: string; readonly count: number },
): Motion | undefined {
  const { key, character, count } = how;
  const isForward = key === 'f' || key === 't';
  const isShort = key === 't' || key === 'T';
  const from = lineStart(text, cursor);
  const to = lineEnd(text, cursor);
  let at = cursor;
  for (let left = count; left > 0; left -= 1) {
    at = isForward ? text.indexOf(character, at + 1) : at === 0 ? -1 : text.lastIndexOf(character, at - 1);
    if (at < from || at >= to || at === -1) return undefined;
  }
  const short = isForward ? beforeCharacter(text, at) : afterCharacter(text, at);
  return { to: isShort ? short : at, isInclusive: isForward };
}

/** A text object (`iw`, `a"`, `i(`) as a range. Undefined: there is none here. */
export function textObject(
  { text, cursor }: VimText,
  isAround: boolean,
  key: string,
): { readonly from: number; readonly to: number } | undefined {
  if (key === 'w' || key === 'W') return wordObject(text, cursor, { isAround, isBig: key === 'W' });
  if (`"'\``.includes(key)) return quoteObject(text, cursor, { isAround, quote: key });
  const pair = PAIRS.find((one) => one.includes(key));
  return pair === undefined ? undefined : pairObject(text, cursor, { isAround, pair });
}

/** Opening and closing bracket, and the letter that names them. */
const PAIRS = ['()b', '[]', '{}B', '<>'];

function wordObject(
  text: string,
  cursor: number,
  { isAround, isBig }: { readonly isAround: boolean; readonly isBig: boolean },
): { readonly from: number; readonly to: number } {
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)];
  const kind = kindAt(text, cursor, isBig);
  let from = cursor;
  let to = cursor;
  while (from > start && kindAt(text, from - 1, isBig) === kind) from -= 1;
  while (to < end && kindAt(text, to, isBig) === kind) to += 1;
  if (!isAround) return { from, to };
  if (kind === 'blank') {
    // Blanks and the word after them.
    const next = kindAt(text, to, isBig);
    while (to < end && kindAt(text, to, isBig) === next) to += 1;
    return { from, to };
  }
  const wordEndsAt = to;
  while (to < end && kindAt(text, to, isBig) === 'blank') to += 1;
  if (to === wordEndsAt) while (from > start && kindAt(text, from - 1, isBig) === 'blank') from -= 1;
  return { from, to };
}

function quoteObject(
  text: string,
  cursor: number,
  { isAround, quote }: { readonly isAround: boolean; readonly quote: string },
): { readonly from: number; readonly to: number } | undefined {
  const end = lineEnd(text, cursor);
  let open = text.indexOf(quote, lineStart(text, cursor));
  while (open !== -1 && open < end) {
    const close = text.indexOf(quote, open + 1);
    if (close === -1 || close >= end) return undefined;
    if (close >= cursor && !isAround) return { from: open + 1, to: close };
    if (close >= cursor) {
      const blanks = /^[^\S\n]*/.exec(text.slice(close + 1))?.[0].length ?? 0;
      return { from: open, to: close + 1 + blanks };
    }
    open = text.indexOf(quote, close + 1);
  }
  return undefined;
}

function pairObject(
  text: string,
  cursor: number,
  { isAround, pair }: { readonly isAround: boolean; readonly pair: string },
): { readonly from: number; readonly to: number } | undefined {
  const [opening, closing] = [pair[0], pair[1]];
  let depth = 0;
  let from = text[cursor] === closing ? cursor - 1 : cursor;
  for (; from >= 0; from -= 1) {
    if (text[from] === closing) depth += 1;
    else if (text[from] === opening) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  // None around the cursor: the next one of the line.
  if (from < 0) from = text.slice(0, lineEnd(text, cursor)).indexOf(opening ?? '', cursor);
  if (from < 0) return undefined;
  depth = 0;
  for (let to = from; to < text.length; to += 1) {
    if (text[to] === opening) depth += 1;
    else if (text[to] === closing && (depth -= 1) === 0)
      return isAround ? { from, to: to + 1 } : { from: from + 1, to };
  }
  return undefined;
}
