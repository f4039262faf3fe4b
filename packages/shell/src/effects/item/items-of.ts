import type { Script, Word, WordPart } from '../../tree.ts';
import { textOfPieces, type GlobPiece } from '../../globs/glob-piece.ts';
import { braceList } from './brace-list.ts';
import { changedMatch } from './changed-match.ts';
import { textOf, type Item } from './item.ts';
import { mayHoldPattern } from './may-hold-pattern.ts';
import { asRevision } from './object-names.ts';

/** What is known of variables at one point of a script. */
export interface Lookup {
  readonly home: string | undefined;
  /** Undefined: not known. */
  readonly variable: (name: string) => string | undefined;
  /** Unquoted values are split at blanks. */
  readonly splitsAtBlanks: boolean;
  /** What a loop over the matches of a pattern gives a variable. */
  readonly match: (name: string) => Item | undefined;
  /** What the commands of a substitution print; undefined: not known. */
  readonly printed: (script: Script) => string | undefined;
  /** What `$@` stands for; undefined: not known. */
  readonly parameters: readonly Item[] | undefined;
  /** The variable holds a whole number. */
  readonly isNumber: (name: string) => boolean;
  /** What an unquoted variable becomes is not a pattern, as far as is known. */
  readonly isPlain: (name: string) => boolean;
}

/** An unquoted value that is one word and no pattern. */
const PLAIN_VALUE = /^[\w./:@%+,=^-]+$/u;

const UNKNOWN = '${_}';

/** A pipe, whatever its number. */
export const SUBSTITUTED_PATH = '/dev/fd/63';

/** The arguments that a word becomes, each as far as it is known. */
export function itemsOf(word: Word, source: string, lookup: Lookup): readonly Item[] {
  const { literal, end } = word;
  if (literal !== undefined) {
    const written = source.slice(word.start, end);
    const known = { isLiteral: true, isGlob: false, levels: 1, approximation: literal };
    return [{ ...known, value: literal, written, globs: [], lookup: 'nothing', end }];
  }
  const written = source.slice(word.start, end).trim();
  const match = matchOf(word, lookup) ?? changedMatch(word, (part) => matchOfPart(part, lookup));
  if (match !== undefined) return [{ ...match, written, lookup: 'nothing', approximation: UNKNOWN }];
  const spread = spreadOf(word, lookup);
  if (spread !== undefined) {
    return spread.map((item) => ({
      ...item,
      written,
      isLiteral: false,
      lookup: 'nothing' as const,
      end: undefined,
    }));
  }
  const expansion = expand(word, lookup);
  const { texts, isKnown, isOneWord, isOnlyGlob, levels, isSplit, approximation } = expansion;
  const isGlob = isOnlyGlob && !/\.\.|\/\.[*?[]|^\.[*?[]/u.test(written);
  const isUncertain = isSplit || (!word.isQuoted && texts.includes('') && isKnown);
  const shared = {
    isLiteral: false,
    isGlob,
    levels,
    globs: [],
    lookup: lookupOf(word, isGlob, lookup),
    approximation,
    end: undefined,
  };
  if (isUncertain || texts.length === 1) {
    const revision = asRevision(word);
    if (revision !== undefined) return [{ ...shared, value: undefined, written, revision }];
  }
  if (isUncertain) return [{ ...shared, value: undefined, written }];
  return texts.map((text, index) => ({
    ...shared,
    value: isKnown ? text : toPartial(text, isOneWord, isOnlyGlob),
    written: index === 0 ? written : '',
    globs: isGlob ? globsOf(expansion, index) : [],
  }));
}

/** Of the patterns of a word those that begin with the text of one of its items. */
function globsOf({ texts, patterns }: Expansion, index: number): Item['globs'] {
  return texts.length === 1 ? patterns : patterns.slice(index, index + 1);
}

function lookupOf({ parts }: Word, isGlob: boolean, lookup: Lookup): Item['lookup'] {
  if (isGlob) return 'patterns';
  const hasPattern = parts.some(
    (part) => part.type === 'glob' || (part.type === 'braces' && /[*?[`$\\]/u.test(part.source)),
  );
  if (hasPattern) return 'elsewhere';
  return parts.some((part) => mayHoldPattern(part, lookup)) ? 'values' : 'nothing';
}

/** A word that is nothing but such a variable: one match of its pattern. */
function matchOf({ parts }: Word, lookup: Lookup): Item | undefined {
  const [part, ...others] = parts.filter((one) => one.type !== 'literal' || one.value !== '');
  if (part?.type !== 'parameter' || part.operation !== '' || others.length > 0) return undefined;
  return matchOfPart(part, lookup);
}

function matchOfPart(
  { isQuoted, name }: Extract<WordPart, { readonly type: 'parameter' }>,
  lookup: Lookup,
): Item | undefined {
  const isOneWord = isQuoted || (lookup.splitsAtBlanks && lookup.isPlain(name));
  return isOneWord ? lookup.match(name) : undefined;
}

/** `"$@"`: each of the arguments as it is. Unquoted, they are split and expanded again. */
function spreadOf({ parts }: Word, { parameters, splitsAtBlanks }: Lookup): readonly Item[] | undefined {
  const [part, ...others] = parts.filter((one) => one.type !== 'literal' || one.value !== '');
  const isAll = part?.type === 'parameter' && part.operation === '' && /^[@*]$/u.test(part.name);
  if (!isAll || others.length > 0 || parameters === undefined) return undefined;
  if (part.isQuoted && part.name === '@') return parameters;
  const isPlain = splitsAtBlanks && parameters.every((item) => PLAIN_VALUE.test(textOf(item) ?? ''));
  return isPlain && !part.isQuoted ? parameters : undefined;
}

function toPartial(prefix: string, isOne: boolean, isOnlyGlob: boolean): Item['value'] {
  return isOne || isOnlyGlob || prefix !== '' ? { prefix, isOne } : undefined;
}

/** The value that an assignment or a redirection gives: nothing is split. */
export function valueOf(word: Word, lookup: Lookup): string | undefined {
  if (word.literal !== undefined) return word.literal;
  const { texts, isKnown } = expand(word, { ...lookup, splitsAtBlanks: true });
  return isKnown && texts.length === 1 ? texts[0] : undefined;
}

/** The same with `${_}` for what is not known. */
export function approximateValue(word: Word, lookup: Lookup): string {
  return word.literal ?? expand(word, { ...lookup, splitsAtBlanks: true }).approximation ?? UNKNOWN;
}

/** The text of a word with `${_}` for what no literal part of it says. */
export function approximationOf({ parts }: Word): string {
  return parts.map((part) => (part.type === 'literal' ? part.value : UNKNOWN)).join('');
}

interface Expansion {
  /** What each word begins with, or is. */
  readonly texts: readonly string[];
  readonly isKnown: boolean;
  readonly isOneWord: boolean;
  readonly isOnlyGlob: boolean;
  readonly levels: number;
  /** Each of the words that it becomes, in pieces. */
  readonly patterns: readonly (readonly GlobPiece[])[];
  /** It may become several words of any form, or none. */
  readonly isSplit: boolean;
  readonly approximation: string | undefined;
}

function expand(word: Word, lookup: Lookup): Expansion {
  let texts: readonly string[] = [''];
  let isKnown = true;
  let isOneWord = true;
  let isOnlyGlob = true;
  let isSplit = false;
  let approximation = '';
  let hasText = false;
  let patterns: readonly (readonly GlobPiece[])[] = [[]];
  for (const part of word.parts) {
    const values = valuesOf(part, lookup, texts.length === 1);
    approximation += values?.length === 1 ? values[0] : UNKNOWN;
    hasText ||= values !== undefined;
    if (values !== undefined) {
      patterns = patterns.flatMap((pieces) => values.map((text) => [...pieces, { text, isPattern: false }]));
      if (isKnown) texts = texts.flatMap((text) => values.map((value) => text + value));
      continue;
    }
    isKnown = false;
    const effect = isNumber(part, lookup) ? 'one' : effectOf(part);
    isOneWord &&= effect === 'one';
    isSplit ||= effect === 'split';
    isOnlyGlob &&= part.type === 'glob';
    if (part.type !== 'glob') continue;
    const piece = { text: part.pattern, isPattern: true };
    patterns = patterns.map((pieces) => [...pieces, piece]);
  }
  return {
    texts,
    isKnown,
    isOneWord,
    isOnlyGlob: isOnlyGlob && !isKnown,
    levels: Math.max(...patterns.map(levelsOf)),
    patterns,
    isSplit,
    approximation: hasText ? approximation : undefined,
  };
}

/** One for the directory in which the pattern begins, and one for each slash from there on that has a name after it. */
function levelsOf(pieces: readonly GlobPiece[]): number {
  const start = pieces.findIndex(({ isPattern }) => isPattern);
  if (start === -1) return 1;
  return 1 + (textOfPieces(pieces.slice(start)).match(/\/+[^/]/gu)?.length ?? 0);
}

/** The texts that a part stands for, where they are known. */
function valuesOf(part: WordPart, lookup: Lookup, maySpread: boolean): readonly string[] | undefined {
  switch (part.type) {
    case 'literal':
      return [part.value];
    case 'braces':
      return maySpread ? braceList(part.source) : undefined;
    case 'tilde':
      return part.user === '' && lookup.home !== undefined ? [lookup.home] : undefined;
    case 'parameter': {
      const value = part.operation === '' ? lookup.variable(part.name) : undefined;
      if (value === undefined) return undefined;
      return part.isQuoted || (lookup.splitsAtBlanks && PLAIN_VALUE.test(value)) ? [value] : undefined;
    }
    case 'command-substitution': {
      const value = lookup.printed(part.script);
      if (value === undefined) return undefined;
      return part.isQuoted || (lookup.splitsAtBlanks && PLAIN_VALUE.test(value)) ? [value] : undefined;
    }
    case 'process-substitution':
      return [SUBSTITUTED_PATH];
    default:
      return undefined;
  }
}

function isNumber(part: WordPart, lookup: Lookup): boolean {
  return (
    part.type === 'parameter' && part.operation === '' && lookup.splitsAtBlanks && lookup.isNumber(part.name)
  );
}

/** How many words an unknown part makes of its word. */
function effectOf(part: WordPart): 'one' | 'several' | 'split' {
  switch (part.type) {
    case 'tilde':
    case 'arithmetic':
      return 'one';
    case 'glob':
    case 'braces':
      return 'several';
    case 'parameter':
      return part.isQuoted && part.name !== '@' && !part.operation.includes('@') ? 'one' : 'split';
    default:
      return 'isQuoted' in part && part.isQuoted ? 'one' : 'split';
  }
}
