import type { Script, Word } from '../tree.ts';
import { skipBlanks, skipNewlines, takeOperator } from './blanks.ts';
import { expectKeyword } from './body.ts';
import { peekKeyword, takeKeyword } from './keywords.ts';
import { isAt, isAtEnd, matchHere, refuse, type Reader } from './reader.ts';
import { readWord } from './word.ts';

interface Clause {
  readonly patterns: readonly Word[];
  readonly body: Script;
}

export function readCase(reader: Reader): { type: 'case'; subject: Word; clauses: readonly Clause[] } {
  expectKeyword(reader, 'case');
  skipBlanks(reader);
  const subject = readWord(reader, 'pattern');
  if (subject === undefined) refuse(reader, 'syntax', 'a "case" without its word');
  skipNewlines(reader);
  expectKeyword(reader, 'in');
  const clauses: Clause[] = [];
  for (;;) {
    skipNewlines(reader);
    if (takeKeyword(reader, 'esac')) return { type: 'case', subject, clauses };
    if (isAtEnd(reader)) refuse(reader, 'unterminated', 'a "case" without its "esac"');
    const patterns = readPatterns(reader);
    const body = reader.grammar.script(reader);
    clauses.push({ patterns, body });
    const end = matchHere(reader, /;;&?|;&/uy)?.[0];
    if (end !== undefined) takeOperator(reader, end);
    else {
      expectKeyword(reader, 'esac');
      return { type: 'case', subject, clauses };
    }
  }
}

function readPatterns(reader: Reader): Word[] {
  if (isAt(reader, '(')) takeOperator(reader, '(');
  const patterns: Word[] = [];
  for (;;) {
    skipBlanks(reader);
    // Bash takes some of them for themselves here, depending on what comes before.
    if (peekKeyword(reader) !== undefined) refuse(reader, 'unsupported', 'a reserved word as a pattern');
    const pattern = readWord(reader, 'pattern');
    if (pattern === undefined) refuse(reader, 'syntax', 'a clause without its pattern');
    patterns.push(pattern);
    skipBlanks(reader);
    if (isAt(reader, ')')) break;
    if (!isAt(reader, '|')) refuse(reader, 'syntax', 'a pattern without its ")"');
    takeOperator(reader, '|');
  }
  takeOperator(reader, ')');
  return patterns;
}
