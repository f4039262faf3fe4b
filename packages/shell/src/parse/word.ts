import type { Word } from '../tree.ts';
import { readAnsiC } from './ansi-c.ts';
import { endsWord, refuseHidden } from './characters.ts';
import { readDoubleQuoted, readSingleQuoted } from './double-quotes.ts';
import { wordOf, type WordPlace } from './finish-word.ts';
import { addQuoted, addText, type Piece } from './pieces.ts';
import { nested, refuse, type Reader } from './reader.ts';
import { readSubstitution } from './substitution.ts';

/** The word that starts here; undefined if there is none. Words with groups in parentheses only occur in `[[ … ]]`. */
export function readWord(
  reader: Reader,
  place: WordPlace,
  groups: 'no-groups' | 'pattern' | 'expression' = 'no-groups',
): Word | undefined {
  const start = reader.position;
  const pieces: Piece[] = [];
  const state = { groups, open: 0, hasGroup: groups === 'expression' };
  while (readPiece(reader, pieces, state));
  if (reader.position === start) return undefined;
  if (state.open > 0) refuse(reader, 'unterminated', 'a pattern without its ")"', start);
  return wordOf(reader, pieces, state.hasGroup ? 'group' : place, start, reader.position);
}

interface Groups {
  readonly groups: 'no-groups' | 'pattern' | 'expression';
  open: number;
  hasGroup: boolean;
}

/** False at the end of the word. */
function readPiece(reader: Reader, pieces: Piece[], state: Groups): boolean {
  const { source } = reader;
  const character = source.charAt(reader.position);
  const next = source.charAt(reader.position + 1);
  if ((character === '<' || character === '>') && next === '(') {
    reader.position += 2;
    pieces.push({
      type: 'process-substitution',
      direction: character,
      script: nested(reader, readSubstitution),
    });
    return true;
  }
  if (endsWord(character)) return readGroup(reader, pieces, state, character);
  switch (character) {
    case '\\':
      readEscaped(reader, pieces, next);
      return true;
    case "'":
      readSingleQuoted(reader, pieces);
      return true;
    case '"':
      reader.position += 1;
      readDoubleQuoted(reader, pieces, 'double');
      return true;
    case '`':
      pieces.push(reader.grammar.expansion(reader, 'none'));
      return true;
    case '$':
      readDollar(reader, pieces, next);
      return true;
    default:
      readText(reader, pieces, state);
      return true;
  }
}

function readEscaped(reader: Reader, pieces: Piece[], next: string): void {
  if (next === '') refuse(reader, 'unterminated', 'a backslash at the end');
  const length = next >= '\uD800' && next <= '\uDBFF' ? 3 : 2;
  refuseHidden(reader, reader.position, reader.position + length);
  if (next !== '\n') addQuoted(pieces, reader.source.slice(reader.position + 1, reader.position + length));
  reader.position += length;
}

function readDollar(reader: Reader, pieces: Piece[], next: string): void {
  if (next === "'") addQuoted(pieces, readAnsiC(reader));
  else if (next === '"') {
    reader.position += 2;
    readDoubleQuoted(reader, pieces, 'double');
  } else pieces.push(reader.grammar.expansion(reader, 'none'));
}

function readText(reader: Reader, pieces: Piece[], state: Groups): void {
  const { source } = reader;
  const start = reader.position;
  for (;;) {
    const character = source.charAt(reader.position);
    if (endsWord(character) || '\\\'"$`'.includes(character)) break;
    reader.position += 1;
    if (
      source.charAt(reader.position) === '(' &&
      '?*+@!'.includes(character) &&
      state.groups === 'no-groups'
    ) {
      refuse(reader, 'unsupported', 'an extended pattern, which an option decides about');
    }
  }
  refuseHidden(reader, start, reader.position);
  addText(pieces, source.slice(start, reader.position));
}

/** At a character that ends other words: inside a regular expression or an extended pattern it may be text. */
function readGroup(reader: Reader, pieces: Piece[], state: Groups, character: string): boolean {
  if (state.groups === 'no-groups') return false;
  const isInside = state.open > 0;
  switch (character) {
    case '(': {
      const before = reader.source.charAt(reader.position - 1);
      if (state.groups === 'pattern' && !isInside && !'?*+@!'.includes(before)) return false;
      state.open += 1;
      state.hasGroup = true;
      break;
    }
    case ')':
      if (!isInside) return false;
      state.open -= 1;
      break;
    case '|':
      if (!isInside && state.groups === 'pattern') return false;
      break;
    case ' ':
    case '\t':
      if (!isInside) return false;
      break;
    default:
      return false;
  }
  addText(pieces, character);
  reader.position += 1;
  return true;
}
