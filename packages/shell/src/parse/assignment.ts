import type { Assignment, Word } from '../tree.ts';
import { skipBlanks } from './blanks.ts';
import { endsWord } from './characters.ts';
import { literalWord } from './finish-word.ts';
import { isAt, isAtEnd, matchHere, offsetAt, refuse, type Reader } from './reader.ts';
import { readWord } from './word.ts';

/** A subscript whose text says all about it: nothing in it is run. */
const SUBSCRIPT = /\[(?:[\w@*+-]|\$\w+|"[\w ./-]*"|'[\w ./-]*')+\]/uy;

/** The assignment that begins here, if one does, where the command's name has not been read yet. */
export function readAssignment(reader: Reader): Assignment | undefined {
  const start = reader.position;
  const name = matchHere(reader, /[A-Za-z_]\w*/uy)?.[0];
  if (name === undefined) return undefined;
  reader.position += name.length;
  const index = readSubscript(reader);
  const operator = matchHere(reader, /\+?=/uy)?.[0];
  if (operator === undefined) {
    reader.position = start;
    return undefined;
  }
  reader.position += operator.length;
  const value = isAt(reader, '(') ? readArray(reader, index) : readScalar(reader);
  return {
    name,
    isAppend: operator === '+=',
    value,
    index,
    start: offsetAt(reader, start),
    end: offsetAt(reader, reader.position),
  };
}

function readSubscript(reader: Reader): string | undefined {
  if (!isAt(reader, '[')) return undefined;
  const subscript = matchHere(reader, SUBSCRIPT)?.[0];
  if (subscript === undefined)
    refuse(reader, 'unsupported', 'a subscript that is more than a name or a number');
  reader.position += subscript.length;
  return subscript.slice(1, -1);
}

function readScalar(reader: Reader): Word {
  return readWord(reader, 'value') ?? literalWord(reader, '', reader.position, reader.position);
}

function readArray(reader: Reader, index: string | undefined): Word[] {
  const opening = reader.position;
  if (index !== undefined) refuse(reader, 'syntax', 'a list as one element');
  if (reader.pending.length > 0) refuse(reader, 'unsupported', 'a list before the body of a here-document');
  reader.position += 1;
  const words: Word[] = [];
  for (;;) {
    skipBlanks(reader);
    if (isAtEnd(reader)) refuse(reader, 'unterminated', 'a list without its ")"', opening);
    if (isAt(reader, ')')) break;
    if (isAt(reader, '\n')) {
      reader.position += 1;
      continue;
    }
    if (isAt(reader, '[') && matchHere(reader, SUBSCRIPT) === undefined)
      refuse(reader, 'unsupported', 'a subscript that is more than a name or a number');
    const word = readWord(reader, 'argument');
    if (word === undefined) refuse(reader, 'syntax', 'an operator in a list');
    words.push(word);
  }
  reader.position += 1;
  if (!endsWord(reader.source.charAt(reader.position)) || isAt(reader, '('))
    refuse(reader, 'unsupported', 'a word joined to a list');
  return words;
}
