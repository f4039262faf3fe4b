const LETTERS = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1B'],
  ['E', '\x1B'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['?', '?'],
]);

const HEX_DIGITS = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

interface Decoded {
  readonly text: string;
  readonly end: number;
}

/**
 * Where the quote that closes the `$'` at `at` stands, or -1. After a failed search the text has no other `$'`, since
 * only a `\` can hide a quote and this one follows a `$`: all searches over one text are linear together.
 */
export function ansiCEnd(text: string, at: number): number {
  for (let index = at + 2; index < text.length; index += 1) {
    const character = text[index];
    if (character === "'") return index;
    if (character === '\\') index += 1;
  }
  return -1;
}

/** The closed `$'…'` at `at`, decoded. */
export function ansiCAt(text: string, at: number): Decoded | undefined {
  if (text[at + 1] !== "'") return undefined;
  const end = ansiCEnd(text, at);
  return end < 0 ? undefined : { text: decodeAnsiC(text.slice(at + 2, end)), end: end + 1 };
}

/** The text that `$'body'` stands for. As in bash, a NUL ends it, and an unknown escape keeps its backslash. */
function decodeAnsiC(body: string): string {
  let decoded = '';
  let index = 0;
  while (index < body.length) {
    const escape = body[index] === '\\' ? escapeAfter(body, index + 1) : undefined;
    const text = escape?.text ?? body.charAt(index);
    const nul = text.indexOf('\0');
    if (nul >= 0) return decoded;
    decoded += text;
    index = escape?.end ?? index + 1;
  }
  return decoded;
}

function escapeAfter(body: string, at: number): Decoded | undefined {
  const kind = body.charAt(at);
  const letter = LETTERS.get(kind);
  if (letter !== undefined) return { text: letter, end: at + 1 };
  if (kind === 'c') return controlAfter(body, at + 1);
  const hexDigits = HEX_DIGITS.get(kind);
  if (hexDigits !== undefined) return hexAfter(body, at + 1, hexDigits);
  const octal = digitsFrom(body, at, 3, isOctal);
  if (octal === '') return undefined;
  return { text: String.fromCharCode(Number.parseInt(octal, 8) & 0xff), end: at + octal.length };
}

function controlAfter(body: string, at: number): Decoded | undefined {
  if (at >= body.length) return undefined;
  const end = body.startsWith('\\\\', at) ? at + 2 : at + 1;
  const character = body.charAt(at);
  return { text: character === '?' ? '\x7F' : String.fromCharCode(character.charCodeAt(0) & 0x1f), end };
}

function hexAfter(body: string, at: number, max: number): Decoded | undefined {
  const digits = digitsFrom(body, at, max, isHex);
  if (digits === '') return undefined;
  const end = at + digits.length;
  const codePoint = Number.parseInt(digits, 16);
  return { text: codePoint > 0x10ffff ? body.slice(at - 2, end) : String.fromCodePoint(codePoint), end };
}

function digitsFrom(body: string, at: number, max: number, isDigit: (character: string) => boolean): string {
  let end = at;
  while (end < at + max && isDigit(body.charAt(end))) end += 1;
  return body.slice(at, end);
}

function isOctal(character: string): boolean {
  return character >= '0' && character <= '7';
}

function isHex(character: string): boolean {
  return (
    (character >= '0' && character <= '9') ||
    (character >= 'a' && character <= 'f') ||
    (character >= 'A' && character <= 'F')
  );
}
