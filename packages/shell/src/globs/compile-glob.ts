import { textOfPieces, type GlobPiece } from './glob-piece.ts';

/** One path component of an expansion: a known name or a pattern. */
export type GlobSegment =
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'pattern';
      readonly matches: (name: string) => boolean;
      /** The pattern counts characters, which bash takes for bytes in some locales. */
      readonly countsCharacters: boolean;
    };

export interface CompiledGlob {
  readonly isAbsolute: boolean;
  /** At least one. */
  readonly segments: readonly GlobSegment[];
  /** It ended with a slash, or with `/.`. */
  readonly isDirectoryOnly: boolean;
}

/** Names that some versions of bash match and others leave out. */
const SELF_AND_PARENT = ['.', '..'];

/**
 * Compiles a word as bash expands it with its default options: `nocaseglob`, `globstar`, `extglob` and `dotglob` off.
 * Undefined if versions, locales or quotes inside a bracket make the result uncertain, or if the word climbs with `..`.
 */
export function compileGlob(pieces: readonly GlobPiece[]): CompiledGlob | undefined {
  const parts = splitAtSlashes(pieces);
  if (parts === undefined) return undefined;
  const segments: GlobSegment[] = [];
  for (const part of parts) {
    if (part.length === 0) continue;
    const segment = compileSegment(part);
    if (segment === undefined) return undefined;
    if (segment.kind === 'name' && segment.name === '.') continue;
    segments.push(segment);
  }
  if (segments.length === 0) return undefined;
  return {
    isAbsolute: parts.length > 1 && parts[0]?.length === 0,
    segments,
    isDirectoryOnly: /^\.?$/u.test(textOfPieces(parts.at(-1) ?? [])),
  };
}

function splitAtSlashes(pieces: readonly GlobPiece[]): GlobPiece[][] | undefined {
  const parts: GlobPiece[][] = [[]];
  for (const { text, isPattern } of pieces) {
    if (isPattern && text.includes('/')) return undefined;
    for (const [index, one] of text.split('/').entries()) {
      if (index > 0) parts.push([]);
      if (one !== '') parts.at(-1)?.push({ text: one, isPattern });
    }
  }
  return parts;
}

function compileSegment(pieces: readonly GlobPiece[]): GlobSegment | undefined {
  if (!pieces.some(({ isPattern }) => isPattern)) {
    const name = textOfPieces(pieces);
    return name === '..' ? undefined : { kind: 'name', name };
  }
  let source = '';
  let countsCharacters = false;
  for (const { text, isPattern } of pieces) {
    if (!isPattern) {
      source += text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
      continue;
    }
    if (text === '*') source += '[^]*';
    else {
      const one = text === '?' ? '[^]' : bracket(text);
      if (one === undefined) return undefined;
      source += one;
      countsCharacters = true;
    }
  }
  const whole = new RegExp(`^(?:${source})$`, 'u');
  const [first] = pieces;
  const takesDots = first?.isPattern === false && first.text.startsWith('.');
  if (takesDots && SELF_AND_PARENT.some((name) => whole.test(name))) return undefined;
  const matches = (name: string): boolean => (takesDots || !name.startsWith('.')) && whole.test(name);
  return { kind: 'pattern', matches, countsCharacters };
}

/** `[abc]`, `[!a-z]`, `[]x]`: plain ASCII characters and ranges of them, which mean the same in every locale. */
function bracket(text: string): string | undefined {
  const found = /^\[([!^]?)(\]?[^\]]*)\]$/u.exec(text);
  const inside = found?.[2] ?? '';
  if (found === null || inside === '' || !/^[\w\].,:;=+@%#~ -]+$/u.test(inside)) return undefined;
  let source = '';
  for (let at = 0; at < inside.length; at += 1) {
    const [from = '', dash, to] = inside.slice(at, at + 3);
    if (dash !== '-' || to === undefined) {
      source += /[\w]/u.test(from) ? from : `\\u{${(from.codePointAt(0) ?? 0).toString(16)}}`;
      continue;
    }
    if (!isRange(from, to)) return undefined;
    source += `${from}-${to}`;
    at += 2;
  }
  return `[${found[1] === '' ? '' : '^'}${source}]`;
}

function isRange(from: string, to: string): boolean {
  return from <= to && [/\d/u, /[a-z]/u, /[A-Z]/u].some((kind) => kind.test(from) && kind.test(to));
}
