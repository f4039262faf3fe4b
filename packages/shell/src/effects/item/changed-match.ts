import { textOfPieces, type GlobPiece } from '../../globs/glob-piece.ts';
import type { Word, WordPart } from '../../tree.ts';
import type { Item } from './item.ts';

/** A suffix without signs of a pattern or quotes: `%.ts`. */
const SUFFIX = /^%%?([\w.-]+)$/u;
const BASENAME = /^##\*\/$/u;

/**
 * A word that makes another name of the match of a pattern: `"${f%.ts}.mts"`, `"dist/${f##*\/}"`, `"$f.bak"`. It stays in the directory that
 * the pattern, or the text before it, says. Undefined: it is no such word.
 * @param matchOf the match that a variable holds, where it is one word
 */
export function changedMatch(
  { parts }: Word,
  matchOf: (part: Extract<WordPart, { readonly type: 'parameter' }>) => Item | undefined,
): Item | undefined {
  const shown = parts.filter((part) => part.type !== 'literal' || part.value !== '');
  const at = shown.findIndex(({ type }) => type === 'parameter');
  const part = shown[at];
  if (part?.type !== 'parameter') return undefined;
  const before = literalOf(shown.slice(0, at));
  const behind = literalOf(shown.slice(at + 1));
  const match = matchOf(part);
  if (before === undefined || behind === undefined || match === undefined) return undefined;
  if (behind.includes('/') || match.search !== undefined || match.globs.length !== 1) return undefined;
  const [pieces = []] = match.globs;
  const changed = changedPieces(pieces, part.operation, before);
  if (changed === undefined) return undefined;
  const globs = [before, ...changed, behind].flatMap((one): GlobPiece[] =>
    typeof one === 'string' ? (one === '' ? [] : [{ text: one, isPattern: false }]) : [one],
  );
  const start = globs.findIndex(({ isPattern }) => isPattern);
  const prefix = textOfPieces(globs.slice(0, Math.max(start, 0)));
  const value = { prefix, isOne: true, ending: endingOf(globs) };
  return { ...match, globs: [globs], madeFrom: match.globs, value };
}

/** What all that these pieces stand for ends with, from its last dot on. */
export function endingOf(pieces: readonly GlobPiece[]): string | undefined {
  const last = pieces.findLast(({ text }) => text !== '');
  return last?.isPattern === false ? /\.\w+$/u.exec(textOfPieces(tailOf(pieces)))?.[0] : undefined;
}

/** What comes behind the last pattern. */
function tailOf(pieces: readonly GlobPiece[]): readonly GlobPiece[] {
  return pieces.slice(pieces.findLastIndex(({ isPattern }) => isPattern) + 1);
}

function literalOf(parts: readonly WordPart[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.type !== 'literal') return undefined;
    text += part.value;
  }
  return text;
}

function changedPieces(
  pieces: readonly GlobPiece[],
  operation: string,
  before: string,
): readonly GlobPiece[] | undefined {
  if (pieces.some(({ text, isPattern }) => isPattern && text.includes('/'))) return undefined;
  const isInDirectory = /^[\w.][\w./-]*\/$/u.test(before) && !before.includes('..');
  if (BASENAME.test(operation)) return isInDirectory ? nameOf(pieces) : undefined;
  // `dist/$f` of names that have no directory.
  if (before !== '' && !(isInDirectory && !textOfPieces(pieces).includes('/'))) return undefined;
  if (operation === '') return pieces;
  const suffix = SUFFIX.exec(operation)?.[1];
  const last = pieces.at(-1);
  if (suffix === undefined || last === undefined || last.isPattern || !last.text.endsWith(suffix))
    return undefined;
  return [...pieces.slice(0, -1), { ...last, text: last.text.slice(0, -suffix.length) }];
}

/** What comes behind the last slash. */
function nameOf(pieces: readonly GlobPiece[]): readonly GlobPiece[] {
  const at = pieces.findLastIndex(({ text, isPattern }) => !isPattern && text.includes('/'));
  const piece = pieces[at];
  if (piece === undefined) return pieces;
  return [{ ...piece, text: piece.text.slice(piece.text.lastIndexOf('/') + 1) }, ...pieces.slice(at + 1)];
}
