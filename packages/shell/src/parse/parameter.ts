import type { Word, WordPart } from '../tree.ts';
import { readOperand } from './operand.ts';
import { isAt, matchHere, refuse, type Quoting, type Reader } from './reader.ts';

/** At `$`: `$name`, `$1`, `$@` or `${…}`; undefined where none of them follows. */
export function readParameter(reader: Reader, quoting: Quoting): WordPart | undefined {
  const isQuoted = quoting !== 'none';
  const plain = matchHere(reader, /\$([A-Za-z_]\w*|\d|[@*#?$!-])/uy);
  if (plain !== undefined) {
    reader.position += plain[0].length;
    return { type: 'parameter', name: plain[1] ?? '', operation: '', words: [], isQuoted };
  }
  return isAt(reader, '${') ? readBraced(reader, quoting) : undefined;
}

function readBraced(reader: Reader, quoting: Quoting): WordPart {
  const isQuoted = quoting !== 'none';
  const special = matchHere(reader, /\$\{([?$!#-])\}/uy);
  if (special !== undefined) {
    reader.position += special[0].length;
    return { type: 'parameter', name: special[1] ?? '', operation: '', words: [], isQuoted };
  }
  const head = matchHere(reader, /\$\{([#!]?)([A-Za-z_]\w*|\d+|[@*])/uy);
  if (head === undefined) refuse(reader, 'unsupported', 'an expansion that begins with no name');
  reader.position += head[0].length;
  const [, prefix = '', name = ''] = head;
  const start = reader.position;
  const words: Word[] = [];
  if (isAt(reader, '[')) {
    reader.position += 1;
    words.push(readOperand(reader, ']', quoting));
  }
  if (prefix === '!' && matchHere(reader, /[@*]\}/uy) !== undefined) reader.position += 1;
  readOperation(reader, prefix, words, quoting);
  const operation = prefix + reader.source.slice(start, reader.position - 1);
  return { type: 'parameter', name, operation, words, isQuoted };
}

function readOperation(reader: Reader, prefix: string, words: Word[], quoting: Quoting): void {
  if (isAt(reader, '}')) {
    reader.position += 1;
    return;
  }
  const operator = matchHere(reader, /:?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?|@(?=[A-Za-z]\})|:/uy);
  if (operator === undefined || prefix === '#')
    refuse(reader, 'unsupported', 'an operation that is none of the known ones');
  reader.position += operator[0].length;
  const operand = readOperand(reader, '}', quoting);
  if (operand.end > operand.start) words.push(operand);
}
