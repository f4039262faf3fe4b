import type { Command, SimpleCommand } from '../tree.ts';
import { readArithmeticText } from './arithmetic.ts';
import { skipBlanks, skipNewlines, takeOperator } from './blanks.ts';
import { readCase } from './case-command.ts';
import { readIf, readLoop, readWords } from './conditional.ts';
import { peekKeyword, takeKeyword } from './keywords.ts';
import { isAt, isAtEnd, matchHere, nested, offsetAt, refuse, type Reader } from './reader.ts';
import { readRedirections } from './redirection.ts';
import { readSimpleCommand } from './simple-command.ts';
import { readBody } from './body.ts';
import { readTest } from './test-command.ts';

/** One element of a pipeline. */
export function readCommand(reader: Reader): Command {
  return nested(reader, readHere);
}

function readHere(reader: Reader): Command {
  const compound = readCompound(reader);
  if (compound !== undefined) return compound;
  if (takeKeyword(reader, 'function')) return readFunction(reader);
  const keyword = peekKeyword(reader);
  if (keyword === 'coproc') refuse(reader, 'unsupported', 'a coprocess');
  if (keyword !== undefined)
    refuse(reader, 'syntax', `the reserved word "${keyword}" where no command may stand`);
  const command = readSimpleCommand(reader);
  return isAt(reader, '(') ? readShortFunction(reader, command) : command;
}

type Compound = Exclude<Command, { readonly type: 'simple' | 'pipeline' | 'and-or' }>;
type Bare = Compound extends infer Kind
  ? Kind extends Compound
    ? Omit<Kind, 'redirections' | 'start' | 'end'>
    : never
  : never;

function readCompound(reader: Reader): Compound | undefined {
  const start = reader.position;
  const bare = readBare(reader);
  if (bare === undefined) return undefined;
  const redirections = readRedirections(reader);
  return { ...bare, redirections, start: offsetAt(reader, start), end: offsetAt(reader, reader.position) };
}

function readBare(reader: Reader): Bare | undefined {
  if (isAt(reader, '((')) {
    reader.position += 2;
    return { type: 'arithmetic', parts: readArithmeticText(reader) };
  }
  if (isAt(reader, '(')) return readSubshell(reader);
  const keyword = peekKeyword(reader);
  switch (keyword) {
    case '{':
      return { type: 'group', body: readBody(reader, '{', '}') };
    case 'if':
      return readIf(reader);
    case 'while':
    case 'until':
      return readLoop(reader, keyword);
    case 'for':
    case 'select':
      return readWords(reader, keyword);
    case 'case':
      return readCase(reader);
    case '[[':
      return { type: 'test', words: readTest(reader) };
    default:
      return undefined;
  }
}

function readSubshell(reader: Reader): Bare {
  const opening = reader.position;
  takeOperator(reader, '(');
  const body = reader.grammar.script(reader);
  if (isAtEnd(reader)) refuse(reader, 'unterminated', 'a "(" without its ")"', opening);
  if (!isAt(reader, ')') || body.items.length === 0) refuse(reader, 'syntax', 'not a command');
  reader.position += 1;
  return { type: 'subshell', body };
}

const NAME = /[A-Za-z_][\w.:-]*/uy;

/** After `function`. */
function readFunction(reader: Reader): Command {
  const start = reader.position - 'function'.length;
  skipBlanks(reader);
  const name = matchHere(reader, NAME)?.[0];
  if (name === undefined) refuse(reader, 'unsupported', 'a function with no plain name');
  reader.position += name.length;
  if (!/[\s(]/u.test(reader.source.charAt(reader.position)))
    refuse(reader, 'unsupported', 'a function with no plain name');
  skipBlanks(reader);
  if (isAt(reader, '(')) readParentheses(reader);
  return functionOf(reader, name, start);
}

/** At `(` after a name. */
function readShortFunction(reader: Reader, command: SimpleCommand): Command {
  const name = command.words[0]?.literal;
  const isBare =
    command.words.length === 1 && command.assignments.length === 0 && command.redirections.length === 0;
  if (!isBare || name === undefined) refuse(reader, 'syntax', '"(" after a word');
  if (command.words[0]?.isQuoted === true || name.match(/^[A-Za-z_][\w.:-]*$/u) === null) {
    refuse(reader, 'unsupported', 'a function with no plain name');
  }
  const start = reader.position;
  readParentheses(reader);
  const definition = functionOf(reader, name, start);
  return { ...definition, start: command.start };
}

function readParentheses(reader: Reader): void {
  takeOperator(reader, '(');
  skipBlanks(reader);
  if (!isAt(reader, ')')) refuse(reader, 'syntax', '"(" after a word');
  reader.position += 1;
}

function functionOf(
  reader: Reader,
  name: string,
  start: number,
): Extract<Command, { readonly type: 'function' }> {
  skipNewlines(reader);
  const body = readCompound(reader);
  if (body === undefined) refuse(reader, 'syntax', 'a function without its body');
  return { type: 'function', name, body, redirections: [], start: offsetAt(reader, start), end: body.end };
}
