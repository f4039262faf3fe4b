import type { Word } from '../tree.ts';
import { readAnsiC } from './ansi-c.ts';
import { refuseHidden } from './characters.ts';
import { readDoubleQuoted, readEscape, readSingleQuoted } from './double-quotes.ts';
import { addQuoted, addText, type Piece } from './pieces.ts';
import { isAt, isAtEnd, refuse, type Quoting, type Reader } from './reader.ts';
import { wordOf } from './finish-word.ts';

/** A word inside `${…}`, up to the character that closes it, which is stepped over. */
export function readOperand(reader: Reader, closing: '}' | ']', quoting: Quoting): Word {
  const start = reader.position;
  const pieces: Piece[] = [];
  while (!isAt(reader, closing)) {
    if (isAtEnd(reader)) refuse(reader, 'unterminated', `"\${" without its end`, start);
    readPiece(reader, pieces, closing, quoting);
  }
  const word = wordOf(reader, pieces, 'pattern', start, reader.position);
  reader.position += 1;
  return word;
}

function readPiece(reader: Reader, pieces: Piece[], closing: '}' | ']', quoting: Quoting): void {
  const { source } = reader;
  const character = source.charAt(reader.position);
  const next = source.charAt(reader.position + 1);
  switch (character) {
    case '\\':
      if (next === '') refuse(reader, 'unterminated', 'a backslash at the end');
      if (quoting === 'none') {
        reader.position += 2;
        if (next !== '\n') addQuoted(pieces, next);
      } else addQuoted(pieces, readEscape(reader, '$`"\\}'));
      return;
    case "'":
      // Bash reads it as a quote or as text, by the operation and the version.
      if (quoting !== 'none')
        refuse(reader, 'unsupported', 'a single quote in an expansion in double quotes');
      readSingleQuoted(reader, pieces);
      return;
    case '"':
      if (quoting === 'here-document')
        refuse(reader, 'unsupported', 'a quotation mark in an expansion in a here-document');
      reader.position += 1;
      readDoubleQuoted(reader, pieces, 'double');
      return;
    case '$':
      if (next === "'" && quoting === 'none') addQuoted(pieces, readAnsiC(reader));
      else if (next === "'" || next === '"') refuse(reader, 'unsupported', `"$${next}" in an expansion`);
      else pieces.push(reader.grammar.expansion(reader, quoting));
      return;
    case '`':
      pieces.push(reader.grammar.expansion(reader, quoting));
      return;
    case '{':
    case '}':
    case '[':
      if (character !== '[' || closing === ']')
        refuse(reader, 'unsupported', `"${character}" in an expansion`);
      break;
    case '<':
    case '>':
      if (next === '(' || next === '\\')
        refuse(reader, 'unsupported', 'a process substitution in an expansion');
      break;
    default:
  }
  refuseHidden(
    reader,
    reader.position,
    reader.position + (character >= '\uD800' && character <= '\uDBFF' ? 2 : 1),
  );
  if (quoting === 'none') addText(pieces, character);
  else addQuoted(pieces, character);
  reader.position += 1;
}
