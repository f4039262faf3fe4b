import { addQuoted, type Piece } from './pieces.ts';
import { isAtEnd, refuse, type Reader } from './reader.ts';

/** Text up to a quotation mark (stepped over), or to the end of a here-document's body, where a quotation mark is text. */
export function readDoubleQuoted(reader: Reader, pieces: Piece[], kind: 'double' | 'here-document'): void {
  const { source } = reader;
  const opening = reader.position - 1;
  addQuoted(pieces, '');
  for (;;) {
    if (isAtEnd(reader)) {
      if (kind === 'here-document') return;
      refuse(reader, 'unterminated', 'a quotation mark without its partner', opening);
    }
    const character = source.charAt(reader.position);
    if (character === '"' && kind === 'double') {
      reader.position += 1;
      return;
    }
    if (character === '$' || character === '`') pieces.push(reader.grammar.expansion(reader, kind));
    else if (character === '\\') addQuoted(pieces, readEscape(reader, kind === 'double' ? '$`"\\' : '$`\\'));
    else addQuoted(pieces, takePlainRun(reader));
  }
}

/** At a backslash that escapes only some characters, and stays before all others. */
export function readEscape(reader: Reader, escapable: string): string {
  const next = reader.source.charAt(reader.position + 1);
  if (next === '') {
    reader.position += 1;
    return '\\';
  }
  reader.position += 2;
  if (next === '\n') return '';
  return escapable.includes(next) ? next : `\\${next}`;
}

function takePlainRun(reader: Reader): string {
  const start = reader.position;
  reader.position += 1;
  while (!isAtEnd(reader) && !'"$`\\'.includes(reader.source.charAt(reader.position))) reader.position += 1;
  return reader.source.slice(start, reader.position);
}

/** At `'`. */
export function readSingleQuoted(reader: Reader, pieces: Piece[]): void {
  const start = reader.position + 1;
  const end = reader.source.indexOf("'", start);
  if (end === -1) refuse(reader, 'unterminated', 'a single quote without its partner');
  addQuoted(pieces, reader.source.slice(start, end));
  reader.position = end + 1;
}
