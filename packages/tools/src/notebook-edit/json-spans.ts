/**
 * The positions of the parts of a JSON text, so that one can be replaced while everything else stays as written: order of keys, numbers,
 * escapes, whitespace. For texts that `JSON.parse` accepts.
 */

/** From the first character to just after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Member extends Span {
  readonly key: string;
  /** Position of the key's quotation mark; `start` and `end` are those of the value. */
  readonly keyStart: number;
  readonly keyEnd: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);
const COMMA = 0x2c;

/** The members of the object that starts at `start`, in order. */
export function membersOf(text: string, start: number): readonly Member[] {
  const members: Member[] = [];
  for (let at = skipBlank(text, start + 1); text[at] !== '}'; at = nextPart(text, at)) {
    const keyEnd = endOfString(text, at);
    const valueStart = skipBlank(text, skipBlank(text, keyEnd) + 1);
    const end = endOfValue(text, valueStart);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    members.push({ key: String(key), keyStart: at, keyEnd, start: valueStart, end });
    at = end;
  }
  return members;
}

/** The member that takes effect: of several with one key, the last. */
export function memberOf(members: readonly Member[], key: string): Member | undefined {
  return members.findLast((member) => member.key === key);
}

/** The items of the list that starts at `start`, in order. */
export function itemsOf(text: string, start: number): readonly Span[] {
  const items: Span[] = [];
  for (let at = skipBlank(text, start + 1); text[at] !== ']'; at = nextPart(text, at)) {
    const end = endOfValue(text, at);
    items.push({ start: at, end });
    at = end;
  }
  return items;
}

export function skipBlank(text: string, from: number): number {
  let at = from;
  while (BLANK.has(text.charCodeAt(at))) at++;
  return at;
}

/** The position after a part: the next one, past its comma, or the closing bracket. */
function nextPart(text: string, from: number): number {
  const at = skipBlank(text, from);
  return text.charCodeAt(at) === COMMA ? skipBlank(text, at + 1) : at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) [depth, at] = [depth + 1, at + 1];
    else if (CLOSING.has(code)) [depth, at] = [depth - 1, at + 1];
    else at = depth === 0 ? endOfWord(text, at) : at + 1;
  } while (depth > 0);
  return at;
}

/** A number, `true`, `false` or `null`. */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === COMMA || CLOSING.has(code) || BLANK.has(code)) break;
    at++;
  }
  return at;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  throw new Error('The text is not JSON.');
}
