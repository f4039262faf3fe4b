import { compileGlob, type CompiledGlob, type GlobSegment } from './compile-glob.ts';
import type { GlobFiles } from './glob-files.ts';
import { textOfPieces, type GlobPiece } from './glob-piece.ts';

/** What one word becomes. Paths are absolute. */
export interface GlobExpansion {
  /** What matches, in no order; where nothing does, the word itself as a path. */
  readonly matches: readonly GlobMatch[];
  /** The directories that were listed, or in which a name was looked up. */
  readonly directories: readonly string[];
}

interface GlobMatch {
  readonly path: string;
  /** What lies there is a symbolic link, or may be one. */
  readonly link: 'no' | 'to-directory' | 'other';
}

/** Limits per word: the names it may match, and the directories. Beyond them, the word is not expanded. */
const MAX_MATCHES = 1_000;
const MAX_DIRECTORIES = 1_000;

/** Expands a word as bash would, from `directory`; undefined if that is uncertain or exceeds the limits. */
export function expandGlob(
  pieces: readonly GlobPiece[],
  directory: string,
  files: GlobFiles,
): GlobExpansion | undefined {
  const glob = compileGlob(pieces);
  if (glob === undefined) return undefined;
  const directories = new Set<string>();
  const start = glob.isAbsolute ? '/' : directory;
  let reached: readonly GlobMatch[] | undefined = [{ path: start, link: 'no' }];
  for (const [index, segment] of glob.segments.entries()) {
    const isLast = index === glob.segments.length - 1;
    reached = step(reached, segment, isLast, glob.segments.slice(0, index), directories, files);
    if (reached === undefined || reached.length > MAX_MATCHES || directories.size > MAX_DIRECTORIES)
      return undefined;
  }
  if (glob.isDirectoryOnly) reached = reached.filter(({ path }) => files.list(path) !== 'none');
  const matches = reached.length === 0 ? [unmatched(pieces, glob, directory)] : reached;
  return { matches, directories: [...directories] };
}

function step(
  reached: readonly GlobMatch[],
  segment: GlobSegment,
  isLast: boolean,
  before: readonly GlobSegment[],
  directories: Set<string>,
  files: GlobFiles,
): readonly GlobMatch[] | undefined {
  if (segment.kind === 'name') {
    const next = reached.map(({ path }): GlobMatch => {
      return { path: joined(path, segment.name), link: 'to-directory' };
    });
    const isAfterPattern = before.some(({ kind }) => kind === 'pattern');
    if (isAfterPattern) for (const { path } of reached) directories.add(path);
    return isLast || isAfterPattern ? next.filter(({ path }) => files.exists(path)) : next;
  }
  const found: GlobMatch[] = [];
  for (const { path } of reached) {
    const entries = files.list(path);
    if (entries === undefined) return undefined;
    directories.add(path);
    if (entries === 'none') continue;
    for (const { name, isLink } of entries) {
      if (segment.countsCharacters && !/^[ -~]*$/u.test(name)) return undefined;
      if (!segment.matches(name)) continue;
      const match = joined(path, name);
      found.push({ path: match, link: isLink ? linkOf(match, isLast, files) : 'no' });
    }
    if (found.length > MAX_MATCHES) return undefined;
  }
  return found;
}

function linkOf(path: string, isLast: boolean, files: GlobFiles): GlobMatch['link'] {
  return isLast && files.list(path) === 'none' ? 'other' : 'to-directory';
}

function unmatched(pieces: readonly GlobPiece[], { isAbsolute }: CompiledGlob, directory: string): GlobMatch {
  const names = textOfPieces(pieces)
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  return { path: joined(isAbsolute ? '/' : directory, names.join('/')), link: 'to-directory' };
}

function joined(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}
