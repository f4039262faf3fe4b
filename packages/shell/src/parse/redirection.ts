import type { Redirection, Word } from '../tree.ts';
import { skipBlanks, takeOperator } from './blanks.ts';
import { endsWord, isDigits } from './characters.ts';
import { literalWord } from './finish-word.ts';
import { isAt, matchHere, offsetAt, refuse, type HereDocument, type Reader } from './reader.ts';
import { readWord } from './word.ts';

/** The redirection that begins here, if one does. */
export function readRedirection(reader: Reader): Redirection | undefined {
  const start = reader.position;
  const match = matchHere(
    reader,
    /(?:(?<descriptor>\d+|\{[A-Za-z_]\w*\})?(?<plain><<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\()))|(?<both>&>>?)/uy,
  );
  if (match === undefined) return undefined;
  const { descriptor, plain, both } = match.groups ?? {};
  const operator = operatorOf(plain ?? both ?? '');
  if (operator === undefined) return undefined;
  reader.position += descriptor?.length ?? 0;
  takeOperator(reader, operator);
  skipBlanks(reader);
  const origin = descriptorOf(reader, descriptor, operator);
  if (operator === '<<' || operator === '<<-') return readHereDocumentStart(reader, origin, operator, start);
  const target = operator === '>&' || operator === '<&' ? readDuplicate(reader) : readTarget(reader);
  return {
    descriptor: origin,
    operator,
    target,
    start: offsetAt(reader, start),
    end: offsetAt(reader, reader.position),
  };
}

/** All redirections after a compound command. */
export function readRedirections(reader: Reader): Redirection[] {
  const redirections: Redirection[] = [];
  for (;;) {
    skipBlanks(reader);
    const redirection = readRedirection(reader);
    if (redirection === undefined) return redirections;
    redirections.push(redirection);
  }
}

function operatorOf(text: string): Redirection['operator'] | undefined {
  switch (text) {
    case '<':
    case '>':
    case '>>':
    case '>|':
    case '<>':
    case '<&':
    case '>&':
    case '&>':
    case '&>>':
    case '<<':
    case '<<-':
    case '<<<':
      return text;
    default:
      return undefined;
  }
}

function descriptorOf(
  reader: Reader,
  written: string | undefined,
  operator: Redirection['operator'],
): number | string {
  if (written === undefined) return operator.startsWith('<') ? 0 : 1;
  if (written.startsWith('{')) return written.slice(1, -1);
  if (written.length > 5) refuse(reader, 'unsupported', 'a descriptor of so many digits');
  return Number(written);
}

function readTarget(reader: Reader): Word {
  const target = readWord(reader, 'argument');
  if (target === undefined) refuse(reader, 'syntax', 'a redirection without its target');
  const { literal } = target;
  const isNumber =
    literal !== undefined && !target.isQuoted && (isDigits(literal) || literal.startsWith('{'));
  if (isNumber && (isAt(reader, '<') || isAt(reader, '>')))
    refuse(reader, 'syntax', 'a redirection as the target of another');
  return target;
}

/** After `>&`, a `-` is an operator of its own, and digits before `<` or `>` belong to this redirection. */
function readDuplicate(reader: Reader): Word {
  const start = reader.position;
  const closing = matchHere(reader, /-|\d+(?=[<>])/uy);
  if (closing === undefined) return readTarget(reader);
  reader.position += closing[0].length;
  if (closing[0] === '-' && !endsWord(reader.source.charAt(reader.position))) {
    refuse(reader, 'unsupported', 'a word joined to ">&-"');
  }
  return literalWord(reader, closing[0], start, reader.position);
}

function readHereDocumentStart(
  reader: Reader,
  descriptor: number | string,
  operator: '<<' | '<<-',
  at: number,
): Redirection {
  const match = matchHere(reader, /(?:[\w.:/+@%!=,-]|'[^'"\n\\]*'|"[^'"$`\\\n]*"|\\\w)+/uy);
  if (match === undefined) refuse(reader, 'unsupported', 'a here-document with no plain delimiter');
  const [written] = match;
  const start = reader.position;
  reader.position += written.length;
  if (!endsWord(reader.source.charAt(reader.position)))
    refuse(reader, 'unsupported', 'a here-document with no plain delimiter');
  if (isDigits(written) && (isAt(reader, '<') || isAt(reader, '>')))
    refuse(reader, 'syntax', 'a redirection as the target of another');
  const redirection: HereDocument['redirection'] = {
    descriptor,
    operator,
    target: literalWord(reader, '', start, reader.position),
    start: offsetAt(reader, at),
    end: offsetAt(reader, reader.position),
  };
  const delimiter = written.replaceAll(/['"\\]/gu, '');
  reader.pending.push({
    delimiter,
    isLiteral: delimiter !== written,
    stripsTabs: operator === '<<-',
    redirection,
    at,
  });
  return redirection;
}
