import type { Assignment, Redirection, SimpleCommand, Word } from '../tree.ts';
import { skipBlanks } from './blanks.ts';
import { readAssignment } from './assignment.ts';
import { isDigits } from './characters.ts';
import { isReserved } from './keywords.ts';
import { isAt, offsetAt, refuse, type Reader } from './reader.ts';
import { readRedirection } from './redirection.ts';
import { readWord } from './word.ts';

/** Assignments, words and redirections, up to an operator. */
export function readSimpleCommand(reader: Reader): SimpleCommand {
  const start = reader.position;
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  let end = start;
  for (;;) {
    skipBlanks(reader);
    const redirection = readRedirection(reader);
    const assignment = redirection === undefined && words.length === 0 ? readAssignment(reader) : undefined;
    if (redirection !== undefined) redirections.push(redirection);
    else if (assignment !== undefined) assignments.push(assignment);
    else {
      const word = readWord(reader, 'argument');
      if (word === undefined) break;
      refuseUncertain(reader, word, words.length === 0);
      words.push(word);
    }
    end = reader.position;
  }
  if (words.length + assignments.length + redirections.length === 0)
    refuse(reader, 'syntax', 'no command where one must stand');
  return {
    type: 'simple',
    assignments,
    words,
    redirections,
    start: offsetAt(reader, start),
    end: offsetAt(reader, end),
  };
}

/** Words that bash would have read as something else, had a continued line not split them. */
function refuseUncertain(reader: Reader, word: Word, isName: boolean): void {
  const first = word.parts[0];
  const { literal } = word;
  const isPlain = literal !== undefined && !word.isQuoted;
  if (isPlain && (isAt(reader, '<') || isAt(reader, '>')) && isDigits(literal)) {
    refuse(reader, 'unsupported', 'a descriptor split over two lines');
  }
  if (
    word.parts.at(-1)?.type === 'literal' &&
    first?.type === 'literal' &&
    first.value.startsWith('{') &&
    (isAt(reader, '<') || isAt(reader, '>'))
  ) {
    refuse(reader, 'unsupported', 'a descriptor that is not a plain name');
  }
  if (!isName) return;
  if (isPlain && isReserved(literal))
    refuse(reader, 'syntax', `the reserved word "${literal}" where it has no meaning`);
  if (first?.type === 'literal' && !first.isQuoted && /^[A-Za-z_]\w*\+?=/u.test(first.value)) {
    refuse(reader, 'unsupported', 'an assignment split over two lines');
  }
}
