import { canonicalCommandText } from '../effects/item/canonical-command-text.ts';
import { quotedWord } from '../effects/item/command-text.ts';
import { simpleCommandOf } from './literal-command.ts';
import { isWildcard, STAND_IN, type PatternWord } from './pattern-words.ts';

type Pieces = readonly string[];

/** Nothing in it needs a reader: each word of a usual rule. */
const PLAIN = /^[\w@%+:,./-]*$/u;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** A pattern without wildcards, as the text to compare with; as written if it is not a simple command. */
export function canonicalExact(words: readonly PatternWord[]): string {
  const written = words.map(({ pieces }) => pieces.join('')).join(' ');
  const forShell = words.map((word) => word.forShell).join(' ');
  // Redirections alone leave nothing, and nothing is not a pattern.
  return canonicalCommandText(forShell) || written;
}

/**
 * The words in the form of the texts that patterns are compared with: decoded, and quoted again if necessary. A word
 * with wildcards may or may not need quotes, depending on what they match: then there are two forms of the whole.
 */
export function canonicalForms(words: readonly PatternWord[]): readonly (readonly Pieces[])[] {
  const plain: Pieces[] = [];
  const quoted: Pieces[] = [];
  const command = words.findIndex(({ pieces: [head = ''] }) => !ASSIGNMENT.test(head));
  for (const [index, word] of words.entries()) {
    const decoded = isWildcard(word) ? undefined : decode(word);
    if (decoded === undefined) {
      plain.push(word.pieces);
      quoted.push(word.pieces);
      continue;
    }
    const mustStay = command === -1 || index <= command;
    const [value = ''] = decoded;
    const name = (mustStay ? ASSIGNMENT.exec(value)?.[0] : undefined) ?? '';
    const isFixed = decoded.length === 1;
    const bare = isFixed ? [name + quotedValue(value.slice(name.length), name)] : decoded;
    plain.push(bare);
    quoted.push(isFixed || mustStay ? bare : inQuotes(decoded));
  }
  const isSame = plain.every((pieces, index) => pieces === quoted[index]);
  return isSame ? [plain] : [plain, quoted];
}

/** Undefined where the word is more than literal: a pattern of files, a variable. */
function decode({ forShell, pieces }: PatternWord): Pieces | undefined {
  if (pieces.every((piece) => PLAIN.test(piece))) return pieces;
  if (pieces.some((piece) => piece.includes(STAND_IN))) return undefined;
  // Behind a name no word is reserved, and none an assignment.
  const [, word, ...others] = simpleCommandOf(`: ${forShell}`)?.words ?? [];
  return others.length > 0 ? undefined : word?.literal?.split(STAND_IN);
}

function quotedValue(value: string, name: string): string {
  return value === '' && name !== '' ? '' : quotedWord(value);
}

function inQuotes(pieces: Pieces): Pieces {
  const escaped = pieces.map((piece) => piece.replaceAll("'", String.raw`'\''`));
  return escaped.map((piece, index) =>
    index === 0 ? `'${piece}` : index === escaped.length - 1 ? `${piece}'` : piece,
  );
}
