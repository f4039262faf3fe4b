import { execFile } from 'node:child_process';
import { basename } from 'node:path/posix';
import { presentItems } from '@sluice/base';
import type { AnalysedCommand } from '@sluice/shell';
import type { PidSource } from './pid-sources.ts';

/** Programs that pass on lines, or parts of them, as far as pids are concerned. */
const PASSING = new Set('cat cut head sort tail tr uniq'.split(' '));
const GREP_OPTION = /^(?:-[viEFwx]+|--color=\w+)$/;
/** `{print $2}`, optionally after a pattern between slashes. */
const AWK_FIELD = /^\s*(?:\/([^/]*)\/)?\s*\{\s*print \$(\d{1,2});?\s*\}\s*$/;
const MAX_OUTPUT = 4_194_304;

/** Finds processes by words that are known before it runs. */
export function findsProcesses({ unwrapped, source }: AnalysedCommand): boolean {
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
 * and so is `grep`; if another one's arguments are not understood, the answer is no.
 */
export async function resolvesToPid(
  [first, ...filters]: PidSource,
  pid: number,
  timeout: number,
): Promise<boolean> {
  if (first === undefined) return false;
  const has = (line: string): boolean => line.split(/[\s,]+/).includes(String(pid));
  let lines: readonly string[] = (await linesOf(first, pid, timeout)).filter(has);
  for (const { unwrapped } of filters) {
    if (lines.length === 0) return false;
    const words = unwrapped.filter((word) => word !== undefined);
    lines = words.length === unwrapped.length ? await filtered(lines, words, timeout) : [];
  }
  return lines.some(has);
}

async function linesOf(
  { unwrapped, source }: AnalysedCommand,
  pid: number,
  timeout: number,
): Promise<readonly string[]> {
  const [path = '', ...words] = unwrapped.map((word) => word ?? '');
  const name = basename(path);
  if (name === 'echo') return namesParent(source) ? [String(pid)] : [words.join(' ')];
  return (await run(name, words, '', timeout)).split('\n');
}

async function filtered(
  lines: readonly string[],
  [path = '', ...words]: readonly string[],
  timeout: number,
): Promise<readonly string[]> {
  const name = basename(path);
  if (PASSING.has(name)) return lines;
  if (name === 'grep' || name === 'egrep' || name === 'fgrep') {
    const options = words.filter((word) => GREP_OPTION.test(word));
    const patterns = words.filter((word) => !word.startsWith('-'));
    const isPlain = patterns.length === 1 && options.length + patterns.length === words.length;
    return isPlain ? matching(lines, name, [...options, '--', ...patterns], timeout) : [];
  }
  if (name !== 'awk' || words.length !== 1) return [];
  const [whole, pattern, field] = AWK_FIELD.exec(words[0] ?? '') ?? [];
  if (whole === undefined) return [];
  const chosen = pattern === undefined ? lines : await matching(lines, 'egrep', ['--', pattern], timeout);
  return Number(field) === 0
    ? chosen
    : chosen.map((line) => line.trim().split(/\s+/)[Number(field) - 1] ?? '');
}

const GREPS: ReadonlyMap<string, string> = new Map([
  ['egrep', '-E'],
  ['fgrep', '-F'],
]);

async function matching(
  lines: readonly string[],
  name: string,
  words: readonly string[],
  timeout: number,
): Promise<readonly string[]> {
  const kind = GREPS.get(name);
  const text = await run('grep', presentItems([kind, ...words]), lines.join('\n'), timeout);
  return text.split('\n');
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
