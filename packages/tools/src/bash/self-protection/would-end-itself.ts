import { execFile } from 'node:child_process';
import { basename } from 'node:path/posix';
import { readFileSync } from 'node:fs';
import type { AnalyzedCommand, CommandAnalysis } from '@sluice/shell';
import { pidSources } from './pid-sources.ts';
import { findsProcesses, namesParent, resolvesToPid } from './resolves-to-pid.ts';

/** Milliseconds for one search of all processes, and for a whole command line. */
const LOOK_MS = 2_000;
const ALL_LOOKS_MS = 4_000;

/**
 * Why a command would end the program that runs it, as `pkill -f node` may; undefined if it would not, as far as its words are known.
 * Uses `pgrep`, which takes the same options, to find which processes a pattern matches.
 */
export async function wouldEndItself(analysis: CommandAnalysis): Promise<string | undefined> {
  const deadline = performance.now() + ALL_LOOKS_MS;
  const timeout = (): number => Math.min(LOOK_MS, Math.round(deadline - performance.now()));
  for (const command of analysis.commands) {
    if (!(await hits(analysis, command, timeout))) continue;
    return `The command was not run: \`${command.source.slice(0, 200).toWellFormed()}\` would end Sluice itself (pid ${process.pid}), and this session with it. Name the process to end more precisely, for example by its pid; stop a background task with TaskStop.`;
  }
  return undefined;
}

type Timeout = () => number;

async function hits(analysis: CommandAnalysis, command: AnalyzedCommand, timeout: Timeout): Promise<boolean> {
  const [path, ...given] = command.unwrapped;
  const words = given.filter((word) => word !== undefined);
  const isKnown = words.length === given.length;
  switch (basename(path ?? '')) {
    case 'pkill':
      return isKnown && pgrepFinds(words.filter(isSelection), timeout());
    case 'killall':
      return isKnown && killallHits(words, timeout);
    case 'kill':
      return (
        namesParent(command.source) || killHits(words) || (!isKnown && isGivenPid(analysis, command, timeout))
      );
    default:
      return false;
  }
}

/** Another command of the line finds this program for it. */
async function isGivenPid(
  analysis: CommandAnalysis,
  kill: AnalyzedCommand,
  timeout: Timeout,
): Promise<boolean> {
  for (const source of pidSources(analysis, kill, findsProcesses)) {
    if (await resolvesToPid(source, process.pid, timeout)) return true;
  }
  return false;
}

/** What `pkill` accepts in addition to `pgrep`'s options: the signal, and `--echo`. */
function isSelection(word: string): boolean {
  return (
    !/^-(?:\d+|SIG[A-Z0-9+-]+|[A-Z][A-Z0-9+-]{2,}|e)$/.test(word) && !/^--(?:signal=.*|echo)$/.test(word)
  );
}

function pgrepFinds(words: readonly string[], timeout: number): Promise<boolean> {
  if (timeout <= 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile('pgrep', ['-d', ' ', ...words], { timeout }, (_error, stdout) => {
      resolve(stdout.trim().split(' ').includes(String(process.pid)));
    });
  });
}

async function killallHits(words: readonly string[], timeout: Timeout): Promise<boolean> {
  const isRegular = words.some((word) => /^-[a-zA-Z]*r/.test(word) || word === '--regexp');
  const names = words.filter((word) => !word.startsWith('-'));
  if (!isRegular) return names.some((name) => basename(name) === ownName());
  for (const name of names) if (await pgrepFinds([name], timeout())) return true;
  return false;
}

/** `-1` in place of a pid means every process. */
function killHits(words: readonly string[]): boolean {
  const [first, ...rest] = words;
  const targets = first?.startsWith('-') === true ? rest : words;
  return [String(process.pid), `-${process.pid}`, '-1'].some((target) => targets.includes(target));
}

function ownName(): string {
  try {
    return readFileSync('/proc/self/comm', 'utf8').trim();
  } catch {
    return basename(process.title);
  }
}
