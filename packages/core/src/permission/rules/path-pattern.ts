import { compileGlob } from './glob.ts';
import { ANY_DEPTH, endOfSteps, type PathStep } from './path-steps.ts';

/** The brackets of a path rule, compiled. */
export interface PathPattern {
  /** Absolute segments of the directory that the pattern starts from. */
  readonly anchor: readonly string[];
  /** Segments after it, up to the first wildcard. */
  readonly fixed: readonly string[];
  /** The rest: empty, or starts with a wildcard; never ends with `**`. */
  readonly steps: readonly PathStep[];
  /** 1 for a pattern that ended with `**`: it matches what is below a directory that the steps match. */
  readonly beneath: 0 | 1;
  /** It ended with `/`: it matches a directory, or what is below one. */
  readonly isDirectoryOnly: boolean;
}

export interface PathPatternOptions {
  /** Base of `/p`. */
  readonly ruleRoot: string;
  /** Base of `p`. */
  readonly root: string;
  /** Base of `~/p`. */
  readonly home: string | undefined;
  /** What matches at any depth below `root`: `.env` as in gitignore, `src/**` as well for deny and ask, or nothing. */
  readonly floats: 'nothing' | 'names' | 'names-and-directories';
}

/** Parses gitignore's syntax with the four anchors `//p`, `~/p`, `/p` and `p`; reports what is wrong with anything else. */
export function compilePathPattern(
  specifier: string,
  options: PathPatternOptions,
): PathPattern | { readonly problem: string } {
  const spelling = wrongSpelling(specifier);
  if (spelling !== undefined) return { problem: spelling };
  const start = anchorOf(specifier, options);
  if (start === undefined) return { problem: 'it starts with the home directory, which is unknown' };
  const isDirectoryOnly = start.rest.endsWith('/');
  const written = splitSegments(start.rest);
  const isFloating = start.isRelative && floats(written, options.floats);
  const anchor = segmentsOf(start.directory);
  const steps: PathStep[] = [];
  for (const segment of written) {
    if (segment === '..') {
      if (steps.length === 0) anchor.pop();
      else if (typeof steps.pop() !== 'string') {
        return { problem: 'it has ".." after a wildcard; write the path without it' };
      }
      continue;
    }
    if (segment !== '**') steps.push(compileGlob(segment));
    else if (steps.at(-1) !== ANY_DEPTH) steps.push(ANY_DEPTH);
  }
  const beneath = steps.at(-1) === ANY_DEPTH ? 1 : 0;
  if (beneath === 1) steps.pop();
  if (isFloating && written[0] !== '..' && steps.length > 0) steps.unshift(ANY_DEPTH);
  const wild = steps.findIndex((step) => typeof step !== 'string');
  const fixed = steps.slice(0, wild === -1 ? steps.length : wild).filter((step) => typeof step === 'string');
  return { anchor, fixed, steps: steps.slice(fixed.length), beneath, isDirectoryOnly };
}

/** The same pattern with a directory in place of its anchor and the fixed part. */
export function startingAt(pattern: PathPattern, directory: readonly string[]): PathPattern {
  return { ...pattern, anchor: directory, fixed: [] };
}

/**
 * Whether the pattern matches a path, given by its segments; `if-directory` if that depends on whether the path is a directory. A
 * directory that matches includes everything below it.
 */
export function matchPath(pattern: PathPattern, segments: readonly string[]): boolean | 'if-directory' {
  const { anchor, fixed, steps, beneath, isDirectoryOnly } = pattern;
  const start = anchor.length + fixed.length;
  if (segments.length < start + beneath) return false;
  for (let at = 0; at < anchor.length; at += 1) if (anchor[at] !== segments[at]) return false;
  for (let at = 0; at < fixed.length; at += 1) {
    if (fixed[at] !== segments[anchor.length + at]) return false;
  }
  const end = endOfSteps(steps, segments, start);
  if (end === -1 || end + beneath > segments.length) return false;
  return isDirectoryOnly && end + beneath === segments.length ? 'if-directory' : true;
}

/** For an absolute path. */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  if (segments[0] === '' && segments[1] !== '' && segments.at(-1) !== '') return segments.slice(1);
  return segments.filter((segment) => segment !== '');
}

function anchorOf(
  specifier: string,
  { ruleRoot, root, home }: PathPatternOptions,
): { directory: string; rest: string; isRelative: boolean } | undefined {
  if (specifier.startsWith('//')) return { directory: '/', rest: specifier.slice(2), isRelative: false };
  if (specifier.startsWith('/')) return { directory: ruleRoot, rest: specifier.slice(1), isRelative: false };
  if (specifier !== '~' && !specifier.startsWith('~/')) {
    return { directory: root, rest: specifier, isRelative: true };
  }
  return home === undefined ? undefined : { directory: home, rest: specifier.slice(2), isRelative: false };
}

function floats(written: readonly string[], what: PathPatternOptions['floats']): boolean {
  if (written[0] === '**' || what === 'nothing') return false;
  if (written.length === 1) return true;
  return what === 'names-and-directories' && written.length === 2 && written[1] === '**';
}

/** Segments as written, without empty ones and `.`; an escaped slash is a slash. */
function splitSegments(rest: string): string[] {
  const found: string[] = [];
  for (const segment of rest.split('/')) {
    const written = endsInEscape(segment) ? segment.slice(0, -1) : segment;
    if (written !== '' && written !== '.') found.push(written);
  }
  return found;
}

function endsInEscape(text: string): boolean {
  let escapes = 0;
  while (text.at(-1 - escapes) === '\\') escapes += 1;
  return escapes % 2 === 1;
}

function wrongSpelling(specifier: string): string | undefined {
  const drive = /^([A-Za-z]):[\\/]/.exec(specifier)?.[1];
  if (drive !== undefined) {
    return `it is a path with a drive letter; write it with slashes, as //${drive.toLowerCase()}/…`;
  }
  if (specifier.startsWith('\\\\')) return 'it is a network path (UNC), which no rule can name';
  if (specifier.startsWith('!')) {
    return '"!" does not negate a pattern here; write a rule in another list, or "\\!" for a name that starts with it';
  }
  if (endsInEscape(specifier)) return 'it ends with a backslash that escapes nothing; remove it';
  return undefined;
}
