import type { Script } from '../tree.ts';
import { skipBlanks } from './blanks.ts';
import { takeKeyword } from './keywords.ts';
import { isAtEnd, refuse, type Reader } from './reader.ts';

/** At the reserved word that opens a list of commands: the list, with the word that closes it stepped over. */
export function readBody(reader: Reader, opener: string, closer: string): Script {
  expectKeyword(reader, opener);
  const body = readPart(reader);
  expectKeyword(reader, closer);
  return body;
}

/** Commands, at least one, up to a reserved word. */
export function readPart(reader: Reader): Script {
  const script = reader.grammar.script(reader);
  if (script.items.length === 0)
    refuse(reader, isAtEnd(reader) ? 'unterminated' : 'syntax', 'no command where one must stand');
  return script;
}

export function expectKeyword(reader: Reader, keyword: string): void {
  skipBlanks(reader);
  if (takeKeyword(reader, keyword)) return;
  refuse(reader, isAtEnd(reader) ? 'unterminated' : 'syntax', `no "${keyword}" where one must stand`);
}
