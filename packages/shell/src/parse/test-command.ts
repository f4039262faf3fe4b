import type { Word } from '../tree.ts';
import { skipBlanks, takeOperator } from './blanks.ts';
import { expectKeyword } from './body.ts';
import { literalWord } from './finish-word.ts';
import { peekKeyword } from './keywords.ts';
import { isAt, isAtEnd, nested, refuse, type Reader } from './reader.ts';
import { readWord } from './word.ts';

/** `[[ … ]]`: all its words, operators as literal ones. What stands where is checked as bash does. */
export function readTest(reader: Reader): Word[] {
  expectKeyword(reader, '[[');
  const words: Word[] = [];
  readExpression(reader, words);
  expectKeyword(reader, ']]');
  return words;
}

function readExpression(reader: Reader, words: Word[]): void {
  for (;;) {
    readTerm(reader, words);
    skipLines(reader);
    if (!isAt(reader, '&&') && !isAt(reader, '||')) return;
    takeSymbol(reader, words, reader.source.slice(reader.position, reader.position + 2));
  }
}

function readTerm(reader: Reader, words: Word[]): void {
  skipLines(reader);
  if (isAt(reader, '(')) {
    takeSymbol(reader, words, '(');
    nested(reader, (inner) => {
      readExpression(inner, words);
    });
    if (!isAt(reader, ')')) refuse(reader, 'syntax', 'a "(" without its ")"');
    takeSymbol(reader, words, ')');
    return;
  }
  if (peekKeyword(reader) === '!') {
    takeSymbol(reader, words, '!');
    nested(reader, (inner) => {
      readTerm(inner, words);
    });
    return;
  }
  const first = readOperand(reader, words);
  skipBlanks(reader);
  if (!first.isQuoted && /^-[a-hknoprstuvwxzGLNORS]$/u.test(first.literal ?? '')) {
    readOperand(reader, words);
    return;
  }
  readComparison(reader, words);
}

/** After a first operand: an operator and a second one, or nothing. */
function readComparison(reader: Reader, words: Word[]): void {
  if (isAt(reader, '<') || isAt(reader, '>')) {
    takeSymbol(reader, words, reader.source.charAt(reader.position));
    readOperand(reader, words);
    return;
  }
  if (
    isAtEnd(reader) ||
    /[\n&|)]/u.test(reader.source.charAt(reader.position)) ||
    peekKeyword(reader) === ']]'
  )
    return;
  const operator = readOperand(reader, words);
  const text = operator.isQuoted ? '' : (operator.literal ?? '');
  if (!/^(?:=|==|!=|=~|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/u.test(text)) {
    refuse(reader, 'syntax', 'no operator of a test where one must stand');
  }
  if (text === '=~') readOperand(reader, words, 'expression');
  else readOperand(reader, words, text === '=' || text === '==' || text === '!=' ? 'pattern' : 'no-groups');
}

function readOperand(
  reader: Reader,
  words: Word[],
  groups: 'no-groups' | 'pattern' | 'expression' = 'no-groups',
): Word {
  skipBlanks(reader);
  if (peekKeyword(reader) === ']]') refuse(reader, 'syntax', 'a test that ends too early');
  const word = readWord(reader, 'pattern', groups);
  if (word === undefined)
    refuse(reader, isAtEnd(reader) ? 'unterminated' : 'syntax', 'no word of a test where one must stand');
  words.push(word);
  return word;
}

function takeSymbol(reader: Reader, words: Word[], symbol: string): void {
  const start = reader.position;
  takeOperator(reader, symbol);
  words.push(literalWord(reader, symbol, start, reader.position));
}

function skipLines(reader: Reader): void {
  for (;;) {
    skipBlanks(reader);
    if (!isAt(reader, '\n')) return;
    if (reader.pending.length > 0)
      refuse(reader, 'unsupported', 'a test of several lines before the body of a here-document');
    reader.position += 1;
  }
}
