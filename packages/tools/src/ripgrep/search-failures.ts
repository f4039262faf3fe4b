import { fromRaw } from './path-names.ts';
import type { PathNames, RawPath } from './path-names.ts';

/** rg's error messages, sorted by what they mean for a result. */
interface SearchFailures {
  /** rg's message about a pattern, glob or type that it rejected, or about what it could not do at all. */
  readonly rejection: string | undefined;
  /** The start of the search could not be read: rg's reason. */
  readonly unreadableStart: string | undefined;
  /** A sentence about the parts that were left out; undefined if everything was searched. */
  readonly leftOut: string | undefined;
}

interface FailureContext {
  readonly names: Pick<PathNames, 'shown'>;
  readonly mayShow: (path: RawPath) => boolean;
  /** Where the search starts: empty for a directory, else the file's name. */
  readonly start: RawPath;
}

const SHOWN_PARTS = 3;
/** rg quotes invalid lines of ignore files above the search. Such a file may be a link to any other. */
const OF_IGNORE_FILE = /^(?!error parsing glob |regex parse error)[^\n]*: line \d+: /;
const VANISHED = 'No such file or directory (os error 2)';

/**
 * Parses what rg wrote to stderr (latin1, one unit per byte). A file that vanished during the search is not a failure, and what may not
 * be shown is not named: it would not have been searched anyway.
 */
export function readSearchFailures(
  stderr: string,
  { names, mayShow, start }: FailureContext,
): SearchFailures {
  const parts: string[] = [];
  let unreadableStart: string | undefined;
  const rejections: string[] = [];
  // A record continues until the next one that starts like this, because names and messages may contain line breaks.
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
  /** A name may contain the text between name and reason, so none of these may be denied. */
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
