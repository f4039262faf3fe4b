import type { OpaqueReason, Redirection, Script, WordPart } from '../tree.ts';
import { Refusal } from './refusal.ts';

/**
 * A place in a text. Here-documents and backticks are read from texts of their own (tabs or backslashes removed);
 * `origins` maps those back to the source.
 */
export interface Reader {
  readonly source: string;
  position: number;
  /** Offset in the command's source of each position, or of position 0. */
  readonly origins: number | readonly number[];
  depth: number;
  /** Here-documents whose bodies begin after the next newline. */
  pending: HereDocument[];
  /** Inside `$(…)`, `<(…)` or backticks, at any depth. */
  isInSubstitution: boolean;
  readonly grammar: Grammar;
}

/** The rules that call each other in a circle. */
export interface Grammar {
  readonly script: (reader: Reader) => Script;
  /** At a `$` or a backtick. */
  readonly expansion: (reader: Reader, quoting: Quoting) => WordPart;
}

/** What surrounds an expansion. */
export type Quoting = 'none' | 'double' | 'here-document';

/** A redirection whose body is not read yet. */
export interface HereDocument {
  readonly delimiter: string;
  readonly isLiteral: boolean;
  readonly stripsTabs: boolean;
  readonly redirection: { -readonly [Key in keyof Redirection]: Redirection[Key] };
  /** Position of its operator. */
  readonly at: number;
}

/** Substitutions, compound commands and expansions inside one another; more than people write, less than the stack. */
const DEEPEST = 100;

export function readerOf(source: string, grammar: Grammar): Reader {
  return { source, position: 0, origins: 0, depth: 0, pending: [], isInSubstitution: false, grammar };
}

/** A reader of a text taken from inside another's. */
export function innerReader(outer: Reader, source: string, origins: readonly number[] | number): Reader {
  return {
    source,
    position: 0,
    origins,
    depth: outer.depth,
    pending: [],
    isInSubstitution: true,
    grammar: outer.grammar,
  };
}

export function offsetAt(reader: Reader, position: number): number {
  const { origins } = reader;
  if (typeof origins === 'number') return origins + position;
  return origins[position] ?? (origins.at(-1) ?? -1) + 1;
}

export function refuse(
  reader: Reader,
  reason: OpaqueReason,
  message: string,
  position = reader.position,
): never {
  throw new Refusal(reason, message, offsetAt(reader, position));
}

/** Runs a rule one level deeper. */
export function nested<T>(reader: Reader, rule: (reader: Reader) => T): T {
  reader.depth += 1;
  if (reader.depth > DEEPEST)
    refuse(reader, 'too-deep', `more than ${String(DEEPEST)} levels inside one another`);
  const result = rule(reader);
  reader.depth -= 1;
  return result;
}

/** The match of a sticky expression at the reader's position. */
export function matchHere(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.position;
  return expression.exec(reader.source) ?? undefined;
}

export function isAt(reader: Reader, text: string): boolean {
  return reader.source.startsWith(text, reader.position);
}

export function isAtEnd(reader: Reader): boolean {
  return reader.position >= reader.source.length;
}
