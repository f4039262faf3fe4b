import type { Script } from '../tree.ts';
import { isAt, isAtEnd, matchHere, refuse, type Reader } from './reader.ts';

/** The script up to the `)` that closes it, which is stepped over. */
export function readSubstitution(reader: Reader): Script {
  const opening = reader.position;
  // Bash looks for the end of `<((` as that of an arithmetic expression, and joins lines before it does.
  if (matchHere(reader, /(?:\\\n)*\(/uy) !== undefined) {
    refuse(reader, 'unsupported', 'a subshell at the start of a substitution, without a blank');
  }
  const { pending, isInSubstitution } = reader;
  reader.pending = [];
  reader.isInSubstitution = true;
  const script = reader.grammar.script(reader);
  if (!isAt(reader, ')')) {
    if (isAtEnd(reader)) refuse(reader, 'unterminated', 'a substitution without its ")"', opening);
    refuse(reader, 'syntax', 'not a command');
  }
  if (reader.pending.length > 0)
    refuse(reader, 'unterminated', 'a here-document in a substitution without its body');
  if (pending.length > 0 && reader.source.slice(opening, reader.position).includes('\n')) {
    refuse(
      reader,
      'unsupported',
      'a substitution of several lines before the body of a here-document',
      opening,
    );
  }
  reader.pending = pending;
  reader.isInSubstitution = isInSubstitution;
  reader.position += 1;
  return script;
}
