import type { Access, ParsedArguments, Positional, Reading } from '../../row.ts';
import { pathspecReadings, wholeRepository } from './pathspec-readings.ts';

/**
 * What a query of revisions and paths reads. Without paths after `--`, every word may be a revision, and then the whole
 * repository is read. Undefined: neither names nor contents are shown, only that paths exist.
 * @param showsTrees of a directory in a revision, contents are shown too, as by a comparison
 */
export function repositoryReadings(
  parsed: ParsedArguments,
  access: Access | undefined,
  showsTrees = true,
): Reading[] {
  const words = parsed.positionals.filter((one) => !one.isAfterSeparator);
  const paths = parsed.positionals.filter((one) => one.isAfterSeparator);
  const readings = words.flatMap((one) => readingsOf(one, access ?? 'list', showsTrees));
  if (paths.length > 0) readings.push(...pathspecReadings(paths, access ?? 'list'));
  if (access === undefined) return readings;
  const ranges = parsed.given.get('-L') ?? [];
  const isEachNamed = words.length > 0 && words.every((one) => isInRevision(one));
  if (ranges.length > 0) readings.push(...ranges.map((range) => pathOfRange(range)));
  else if (paths.length === 0 && !isEachNamed) readings.push(wholeRepository(access));
  return readings;
}

/** `HEAD:path`, `:path`, `:2:path`: the path is from the top of the repository, or from here with `./`. */
function readingsOf(one: Positional, access: Access, showsTrees: boolean): Reading[] {
  const { value, index } = one;
  const asWritten = { value, index, isRecursive: showsTrees || !isInRevision(one), access };
  if (value === undefined) return [asWritten];
  const inRevision = [...new Set(pathsInRevision(value))].map((path): Reading => {
    const isFromHere = /^\.\.?(?:\/|$)/.test(path);
    const fromTop = { value: path.replace(/^\/+/, ''), ofRepository: true };
    const used = isFromHere ? { value: path } : fromTop.value === '' ? { ...fromTop, value: '.' } : fromTop;
    return { ...asWritten, ...used };
  });
  return [...inRevision, asWritten];
}

function isInRevision({ value }: Positional): boolean {
  return value !== undefined && !/^:[/!^(]/.test(value) && pathsInRevision(value).some((path) => path !== '');
}

/** A revision may contain a colon too (`HEAD^{/fix: x}:path`), so these are all possible paths. */
function pathsInRevision(value: string): string[] {
  const stage = /^:[0-3]:/.exec(value);
  const first = stage === null ? value.indexOf(':') + 1 : 3;
  return first === 0 ? [] : [value.slice(first), value.slice(value.lastIndexOf(':') + 1)];
}

/** The file of `git log -L 1,5:file`. */
function pathOfRange(range: string | undefined): Reading {
  const value = range?.slice(range.lastIndexOf(':') + 1);
  return { value: value ?? '.', index: -1, isRecursive: value === undefined, access: 'read' };
}
