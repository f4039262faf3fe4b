import { execFile } from 'node:child_process';
import { basename } from 'node:path/posix';
import { presentItems } from '@sluice/base';
import type { AnalyzedCommand } from '@sluice/shell';
import type { PidSource } from './pid-sources.ts';

/** Programs that pass on lines, or parts of them, as far as pids are concerned. */
const PASSING = new Set('cat cut head sort tail tr uniq'.split(' '));
/** Programs that are run if all they do is print parts of their input. */
const FILTERS = new Set('grep egrep fgrep awk gawk mawk nawk sed'.split(' '));
const MAX_OUTPUT = 4_194_304;

/** Finds processes by words that are known before it runs. */
export function findsProcesses({ unwrapped, source }: AnalyzedCommand): boolean {
  switch (basename(unwrapped[0] ?? '')) {
    case 'pgrep':
    case 'pidof':
    case 'ps':
      return !unwrapped.includes(undefined);
    case 'echo':
      return !unwrapped.includes(undefined) || namesParent(source);
    default:
      return false;
  }
}

/** The parent of a command's shell is this program. */
export function namesParent(source: string): boolean {
  return /\$\{?PPID\b/.test(source);
}

/**
 * Whether commands that each read the output of the one before print a pid. The first is actually run, since it only looks at processes,
 * and so are filters that read nothing but their input and change nothing; at any other command the answer is no.
 */
export async function resolvesToPid(
  [first, ...filters]: PidSource,
  pid: number,
  timeout: () => number,
): Promise<boolean> {
  if (first === undefined) return false;
  const hasPid = (text: string): boolean => text.split(/[\s,]+/).includes(String(pid));
  let text = await outputOf(first, pid, timeout());
  for (const filter of filters) {
    if (!hasPid(text)) return false;
    text = await filtered(text, filter, timeout());
  }
  return hasPid(text);
}

async function outputOf(
  { unwrapped, source }: AnalyzedCommand,
  pid: number,
  timeout: number,
): Promise<string> {
  const [path = '', ...words] = unwrapped.map((word) => word ?? '');
  const name = basename(path);
  if (name === 'echo') return namesParent(source) ? String(pid) : words.join(' ');
  return run(name, words, '', timeout);
}

async function filtered(
  text: string,
  { unwrapped, readsItself, files }: AnalyzedCommand,
  timeout: number,
): Promise<string> {
  const [path = '', ...words] = presentItems(unwrapped);
  const name = basename(path);
  if (words.length + 1 < unwrapped.length) return '';
  if (PASSING.has(name)) return text;
  const onlyFilters = FILTERS.has(name) && readsItself && files.length === 0;
  return onlyFilters ? run(name, words, text, timeout) : '';
}

/** A program's output; empty if it can't be run or takes too long. */
function run(name: string, words: readonly string[], input: string, timeout: number): Promise<string> {
  if (timeout <= 0) return Promise.resolve('');
  return new Promise((resolve) => {
    const child = execFile(name, words, { timeout, maxBuffer: MAX_OUTPUT }, (_error, stdout) =>
      resolve(stdout),
    );
    // It may have ended before reading everything.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
