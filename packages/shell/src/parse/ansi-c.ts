import { isAtEnd, matchHere, refuse, type Reader } from './reader.ts';

/** At `$'`: the text with its escapes decoded. What depends on the locale or cuts the text off is refused. */
export function readAnsiC(reader: Reader): string {
  const opening = reader.position;
  const { source } = reader;
  const bytes: (number | string)[] = [];
  reader.position += 2;
  for (;;) {
    if (isAtEnd(reader)) refuse(reader, 'unterminated', "$' without its end", opening);
    const character = source.charAt(reader.position);
    if (character === "'") break;
    if (character === '\\') bytes.push(readEscape(reader));
    else {
      bytes.push(character);
      reader.position += 1;
    }
  }
  reader.position += 1;
  return textOf(reader, bytes, opening);
}

function readEscape(reader: Reader): number | string {
  const simple = matchHere(reader, /\\([abeEfnrtv\\'"?])/uy)?.[1];
  if (simple !== undefined) {
    reader.position += 2;
    return simpleEscape(simple);
  }
  const coded = matchHere(
    reader,
    /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|c([@-[\]^_a-z?]))/uy,
  );
  if (coded !== null && coded !== undefined) {
    const [whole, octal, hexadecimal, short, long, control] = coded;
    const start = reader.position;
    reader.position += whole.length;
    const code = codeOf(octal, hexadecimal, short ?? long, control);
    if (code === 0 || code === 1 || code === 127)
      refuse(reader, 'control-character', 'an escape for a character that bash does not keep', start);
    if ((short ?? long) !== undefined && code > 127)
      refuse(reader, 'unsupported', 'an escape that depends on the locale', start);
    return code;
  }
  const next = reader.source.charAt(reader.position + 1);
  if (next === '' || 'xuUc'.includes(next)) refuse(reader, 'unsupported', "an unfinished escape in $'…'");
  reader.position += 2;
  return `\\${next}`;
}

function codeOf(
  octal: string | undefined,
  hexadecimal: string | undefined,
  unicode: string | undefined,
  control: string | undefined,
): number {
  if (octal !== undefined) return Number.parseInt(octal, 8) & 0xff;
  if (control !== undefined) return control === '?' ? 127 : control.toUpperCase().charCodeAt(0) & 0x1f;
  return Number.parseInt(hexadecimal ?? unicode ?? '0', 16);
}

function simpleEscape(letter: string): string {
  switch (letter) {
    case 'a':
      return '\u0007';
    case 'b':
      return '\b';
    case 'e':
    case 'E':
      return '\u001B';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return letter;
  }
}

/** Bytes from `\xHH` may form UTF-8 characters; a program may receive bytes that no JavaScript string can represent. */
function textOf(reader: Reader, pieces: readonly (number | string)[], opening: number): string {
  if (!pieces.some((piece) => typeof piece === 'number' && piece > 127)) {
    return pieces.map((piece) => (typeof piece === 'number' ? String.fromCharCode(piece) : piece)).join('');
  }
  const encoder = new TextEncoder();
  const text = joinText(pieces);
  const bytes = text.flatMap((piece) => (typeof piece === 'number' ? [piece] : [...encoder.encode(piece)]));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    return refuse(reader, 'unsupported', 'bytes that are not UTF-8', opening);
  }
}

/** Neighboring text as one string: half of a surrogate pair has no encoding. */
function joinText(pieces: readonly (number | string)[]): (number | string)[] {
  const joined: (number | string)[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    joined.push(text, piece);
    text = '';
  }
  joined.push(text);
  return joined;
}
