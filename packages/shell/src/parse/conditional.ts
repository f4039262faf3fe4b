import type { Script, Word } from '../tree.ts';
import { skipBlanks, skipNewlines, takeOperator } from './blanks.ts';
import { expectKeyword, readBody, readPart } from './body.ts';
import { endsWord } from './characters.ts';
import { takeKeyword } from './keywords.ts';
import { isAt, matchHere, refuse, type Reader } from './reader.ts';
import { readWord } from './word.ts';

interface Branch {
  readonly condition: Script;
  readonly body: Script;
}

export function readIf(reader: Reader): {
  type: 'if';
  branches: readonly Branch[];
  otherwise: Script | undefined;
} {
  expectKeyword(reader, 'if');
  const branches: Branch[] = [];
  do {
    const condition = readPart(reader);
    expectKeyword(reader, 'then');
    branches.push({ condition, body: readPart(reader) });
  } while (takeKeyword(reader, 'elif'));
  const otherwise = takeKeyword(reader, 'else') ? readPart(reader) : undefined;
  expectKeyword(reader, 'fi');
  return { type: 'if', branches, otherwise };
}

export function readLoop<Type extends 'while' | 'until'>(
  reader: Reader,
  type: Type,
): { type: Type; condition: Script; body: Script } {
  expectKeyword(reader, type);
  const condition = readPart(reader);
  return { type, condition, body: readBody(reader, 'do', 'done') };
}

/** `for` and `select` over words. */
export function readWords<Type extends 'for' | 'select'>(
  reader: Reader,
  type: Type,
): { type: Type; variable: string; words: readonly Word[] | undefined; body: Script } {
  expectKeyword(reader, type);
  skipBlanks(reader);
  const variable = matchHere(reader, /[A-Za-z_]\w*/uy)?.[0];
  if (variable === undefined) refuse(reader, 'unsupported', `"${type}" without a variable`);
  reader.position += variable.length;
  if (!endsWord(reader.source.charAt(reader.position)))
    refuse(reader, 'syntax', `"${type}" without a variable`);
  skipBlanks(reader);
  if (isAt(reader, ';')) {
    takeOperator(reader, ';');
    skipNewlines(reader);
    return { type, variable, words: undefined, body: readBody(reader, 'do', 'done') };
  }
  skipNewlines(reader);
  const words = takeKeyword(reader, 'in') ? readList(reader) : undefined;
  return { type, variable, words, body: readBody(reader, 'do', 'done') };
}

function readList(reader: Reader): Word[] {
  const words: Word[] = [];
  for (;;) {
    skipBlanks(reader);
    const word = readWord(reader, 'argument');
    if (word === undefined) break;
    words.push(word);
    if (isAt(reader, '<') || isAt(reader, '>')) refuse(reader, 'syntax', 'a redirection in a list of words');
  }
  if (isAt(reader, ';')) takeOperator(reader, ';');
  else if (!isAt(reader, '\n')) refuse(reader, 'syntax', 'a list of words without its end');
  skipNewlines(reader);
  return words;
}
