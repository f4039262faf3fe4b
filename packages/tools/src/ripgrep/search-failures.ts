import { fromRaw } from './path-names.ts';
import type { PathNames, RawPath } from './path-names.ts';

/** What rg complained of, told apart by what it means for an answer. */
export interface SearchFailures {
  /** rg's own words on a pattern, glob or type that it rejected, or on what it could not do at all. */
  readonly rejection: string | undefined;
  /** The place that the search starts from could not be read: rg's reason. */
  readonly unreadableStart: string | undefined;
  /** A sentence on the parts that were left out; undefined when everything was searched. */
  readonly leftOut: string | undefined;
}

interface FailureContext {
  readonly names: Pick<PathNames, 'shown'>;
  readonly mayShow: (path: RawPath) => boolean;
  /** Where the search starts: empty for a folder, else the file's name. */
  readonly start: RawPath;
}

const SHOWN_PARTS = 3;
/** rg quotes lines of ignore files above the search that are no patterns. Such a file may be a link to any other. */
const OF_IGNORE_FILE = /^(?!error parsing glob |regex parse error)[^\n]*: line \d+: /;
const VANISHED = 'No such file or directory (os error 2)';

/**
 * Reads what rg wrote to stderr (latin1, one unit a byte). A file that vanished while it was looked for is no failure,
 * and what may not be shown is not named: it would not have been searched anyway.
 */
export function readSearchFailures(
  stderr: string,
  { names, mayShow, start }: FailureContext,
): SearchFailures {
  const parts: string[] = [];
  let unreadableStart: string | undefined;
  const rejections: string[] = [];
  // A record goes on until the next that begins so, since names and messages may have line ends.
  for (const record of stderr.split(/^rg: /m)) {
    const text = record.trimEnd();
    if (text === '') continue;
    if (!text.startsWith('./')) {
      if (!OF_IGNORE_FILE.test(text)) rejections.push(fromRaw(text));
      continue;
    }
    const part = readPart(text.slice('./'.length));
    if (part.path === start) unreadableStart ??= fromRaw(part.reason);
    else if (part.reason !== VANISHED && part.possiblePaths.every((path) => mayShow(path)))
      parts.push(`${names.shown(part.path)}: ${fromRaw(part.reason)}`);
  }
  return {
    rejection: rejections.length === 0 ? undefined : rejections.join('\n'),
    unreadableStart,
    leftOut: parts.length === 0 ? undefined : leftOutText(parts),
  };
}

interface Part {
  readonly path: RawPath;
  readonly reason: string;
  /** A name may contain what stands between name and reason, so none of these may be forbidden. */
  readonly possiblePaths: readonly RawPath[];
}

function readPart(text: string): Part {
  const possiblePaths: RawPath[] = [];
  for (let end = text.indexOf(': '); end >= 0; end = text.indexOf(': ', end + 1)) {
    possiblePaths.push(text.slice(0, end));
  }
  const whole = possiblePaths.at(-1) ?? text;
  const [path = whole] = whole.split(': IO error for operation on ./', 1);
  const reason = text.slice(whole.length + ': '.length) || 'unreadable';
  return { path, reason, possiblePaths: possiblePaths.length === 0 ? [text] : possiblePaths };
}

function leftOutText(parts: readonly string[]): string {
  const list = parts.slice(0, SHOWN_PARTS).join('; ');
  return `Some parts could not be searched: ${list}${parts.length > SHOWN_PARTS ? '; and others' : ''}`;
}
