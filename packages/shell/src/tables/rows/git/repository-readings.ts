import type { Access, ParsedArguments, Positional, Reading } from '../../row.ts';

/**
 * What a look at revisions and paths reads. Without paths behind `--` every word may be a revision, and then all of the
 * tree is read. Undefined: neither names nor contents are told, only that paths exist.
 */
export function repositoryReadings(parsed: ParsedArguments, access: Access | undefined): Reading[] {
  const { positionals } = parsed;
  const readings = positionals.flatMap((one) => readingsOf(one, access ?? 'list'));
  if (access === undefined) return readings;
  const ranges = parsed.given.get('-L') ?? [];
  const isEachNamed =
    positionals.length > 0 && positionals.every((one) => !one.isAfterSeparator && isInRevision(one));
  const isLimited = positionals.some((one) => one.isAfterSeparator && !isExclusion(one));
  if (ranges.length > 0) readings.push(...ranges.map((range) => pathOfRange(range)));
  else if (!isEachNamed && !isLimited) readings.push(wholeTree(access));
  return readings;
}

/** All of the repository's files, as far as they are beneath the working directory. */
export function wholeTree(access: Access): Reading {
  return { value: '.', index: -1, isRecursive: true, access };
}

/** `HEAD:path`, `:path`, `:2:path`: the path is from the top of the repository, or from here with `./`. */
function readingsOf(positional: Positional, access: Access): Reading[] {
  const { value, index, isAfterSeparator } = positional;
  if (value === undefined || !value.includes(':')) {
    return [{ value, index, isRecursive: true, access }];
  }
  if (isExclusion(positional)) return [];
  const paths = isAfterSeparator ? [pathOfPathspec(value)] : pathsInRevision(value);
  return [...new Set([...paths, value])].map((path) => ({ value: path, index, isRecursive: true, access }));
}

function isInRevision({ value }: Positional): boolean {
  return value !== undefined && !/^:[/!^(]/.test(value) && pathsInRevision(value).some((path) => path !== '');
}

/** A colon may stand in the revision too (`HEAD^{/fix: x}:path`), so all that could be the path. */
function pathsInRevision(value: string): string[] {
  const stage = /^:[0-3]:/.exec(value);
  const first = stage === null ? value.indexOf(':') + 1 : 3;
  return first === 0 ? [] : [value.slice(first), value.slice(value.lastIndexOf(':') + 1)];
}

/** `:(exclude)x`, `:!x`, `:^x` take away from what is read. */
function isExclusion({ value }: Positional): boolean {
  return value !== undefined && (/^:[!^]/.test(value) || /^:\([^)]*exclude/.test(value));
}

/** `:(top,icase)x`, `:/x`. */
function pathOfPathspec(value: string): string {
  return value.replace(/^:(?:\([^)]*\)|\/)/, '');
}

/** The file of `git log -L 1,5:file`. */
function pathOfRange(range: string | undefined): Reading {
  const value = range?.slice(range.lastIndexOf(':') + 1);
  return { value: value ?? '.', index: -1, isRecursive: value === undefined, access: 'read' };
}
