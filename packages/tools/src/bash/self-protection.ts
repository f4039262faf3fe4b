import { execFile } from 'node:child_process';
import { basename } from 'node:path/posix';
import { readFileSync } from 'node:fs';
import type { CommandAnalysis } from '@sluice/shell';

/** Milliseconds for `pgrep` to look through all processes. */
const LOOK_MS = 2_000;

/**
 * Why a command would end the program that runs it, as `pkill -f node` may; undefined when it would not, as far as its
 * words are known. Which processes a pattern means is asked of `pgrep`, which reads the same options.
 */
export async function wouldEndItself({ commands }: CommandAnalysis): Promise<string | undefined> {
  for (const { argv, source } of commands) {
    const words = argv.filter((word) => word !== undefined);
    const name = basename(words[0] ?? '');
    // The parent of a command's shell is this program.
    const isOfParent = name === 'kill' && /\$\{?PPID\b/.test(source);
    const isHit = isOfParent || (words.length === argv.length && (await hits(name, words.slice(1))));
    if (isHit) {
      return `The command was not run: \`${source.slice(0, 200).toWellFormed()}\` would end Sluice itself (pid ${process.pid}), and this session with it. Name what is to end more closely, by its pid say; a background task is ended with TaskStop.`;
    }
  }
  return undefined;
}

async function hits(name: string, words: readonly string[]): Promise<boolean> {
  switch (name) {
    case 'pkill':
      return pgrepFinds(words.filter(isSelection));
    case 'killall':
      return killallHits(words);
    case 'kill':
      return killHits(words);
    default:
      return false;
  }
}

/** What `pkill` takes beside `pgrep`'s options: the signal, and to say what it does. */
function isSelection(word: string): boolean {
  return (
    !/^-(?:\d+|SIG[A-Z0-9+-]+|[A-Z][A-Z0-9+-]{2,}|e)$/.test(word) && !/^--(?:signal=.*|echo)$/.test(word)
  );
}

function pgrepFinds(words: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('pgrep', ['-d', ' ', ...words], { timeout: LOOK_MS }, (_error, stdout) => {
      resolve(stdout.trim().split(' ').includes(String(process.pid)));
    });
  });
}

async function killallHits(words: readonly string[]): Promise<boolean> {
  const isRegular = words.some((word) => /^-[a-zA-Z]*r/.test(word) || word === '--regexp');
  const names = words.filter((word) => !word.startsWith('-'));
  if (!isRegular) return names.some((name) => basename(name) === ownName());
  for (const name of names) if (await pgrepFinds([name])) return true;
  return false;
}

/** `-1` in the place of a pid is every process there is. */
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
