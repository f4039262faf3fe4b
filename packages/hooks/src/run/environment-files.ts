import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@sluice/base';
import { eventTerms, type HookEvent } from '../events/hook-events.ts';
import { shellProblems } from './shell-problem.ts';

/**
 * Where hooks leave shell text for the commands of their session, by the variable `CLAUDE_ENV_FILE`. Each handler has a file of its
 * own, so that hooks which run side by side make no difference to what comes out.
 */
export interface EnvironmentFiles {
  /** Hooks of this event are about to run; undefined: it is none that may leave anything. */
  begin(event: HookEvent): EnvironmentWriting | undefined;
  /**
   * Those that hold something, in the order in which they are to be read. Waits for hooks that still run, but not for long: one that
   * hangs must not hold up every command.
   */
  current(signal: AbortSignal): Promise<readonly string[]>;
  /** The session is over. */
  remove(): void;
}

export interface EnvironmentWriting {
  /**
   * The file of a handler, absolute; undefined: it can't be made. To be asked in configuration order.
   * @param hook its name for a person. Default: its identity
   */
  fileFor(identity: string, hook?: string): string | undefined;
  /** The hooks have ended. */
  ended(): void;
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

/** What a command would have to read each time. */
const MOST_BYTES = 256 * 1024;
const MOST_WAIT_MS = 5000;

/** Files that are read no more, and stay for a while. */
const MOST_RETIRED = 64;

/**
 * @param directory absolute, and of this session alone: what an earlier one that was killed has left there goes; made at once where the one above is there, so that no command makes it first, else when a hook needs it
 * @param mostWaitMs milliseconds that a command waits at most
 * @param tell takes a sentence for the person. Must not throw.
 */
export function createEnvironmentFiles(
  directory: string,
  tell: (text: string) => void,
  mostWaitMs: number = MOST_WAIT_MS,
): EnvironmentFiles {
  const remove = (): void => {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // What can't be removed is read by nobody: each start has files of its own.
    }
  };
  clear(directory);
  /** Of each event the files by handler. What was set later comes later. */
  const files = new Map<HookEvent, Map<string, string>>();
  const running = new Set<Promise<void>>();
  const told = new Set<string>();
  /** The hook of each file. */
  const names = new Map<string, string>();
  const problemOf = shellProblems();
  let firings = 0;
  const retired: string[] = [];
  /** A command that begins just now may still read it: only what was replaced long ago is removed. */
  const retire = (path: string): void => {
    names.delete(path);
    retired.push(path);
    const [oldest] = retired;
    if (retired.length <= MOST_RETIRED || oldest === undefined) return;
    retired.shift();
    try {
      rmSync(oldest, { force: true });
    } catch {
      // It goes with the directory.
    }
  };
  const forget = (): void => {
    for (const [event, own] of files) {
      if (eventTerms(event).environment === 'kept') continue;
      files.delete(event);
      for (const path of own.values()) retire(path);
    }
  };
  const tellOnce = (text: string): void => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
  const usable = (path: string): boolean => {
    const found = look(path);
    if (found === undefined || (found.isFile() && found.size === 0)) return false;
    if (found.isFile() && found.size <= MOST_BYTES && found.nlink === 1) return true;
    tellOnce(`What a hook has left for commands in ${path} is not read: ${whyNot(found)}.`);
    return false;
  };
  /** What is no shell text would print its mistake before every command. */
  const parses = async (path: string): Promise<boolean> => {
    const problem = await problemOf(path);
    if (problem === undefined) return true;
    tellOnce(
      `What the hook "${names.get(path) ?? ''}" has left for commands is no shell text and is not used: ${problem} (${path}).`,
    );
    return false;
  };
  return {
    begin(event) {
      const { environment } = eventTerms(event);
      if (environment === undefined) return undefined;
      if (environment === 'replaced') forget();
      const own = files.get(event) ?? new Map<string, string>();
      files.set(event, own);
      firings += 1;
      const firing = firings;
      const { promise, resolve } = Promise.withResolvers<void>();
      running.add(promise);
      const given = new Set<string>();
      return {
        fileFor(identity, hook = identity) {
          const before = own.get(identity);
          if (before !== undefined && (environment !== 'renewed' || given.has(identity))) return before;
          const name = createHash('sha256').update(identity).digest('hex').slice(0, 12);
          const path = join(directory, `${firing}-${event}-${name}.sh`);
          try {
            if (look(directory)?.isDirectory() !== true)
              mkdirSync(directory, { recursive: true, mode: 0o700 });
            // A program that only appends to a file that is there finds one; what somebody else has put there is not used.
            closeSync(openSync(path, NEW_FILE, 0o600));
          } catch (error) {
            const reason = errorText(error);
            tellOnce(`Hooks can set no variables for commands: there is no file for them (${reason}).`);
            return undefined;
          }
          given.add(identity);
          if (before !== undefined) retire(before);
          // What was left last is read last.
          own.delete(identity);
          own.set(identity, path);
          names.set(path, hook);
          return path;
        },
        ended() {
          running.delete(promise);
          resolve();
        },
      };
    },
    async current(signal) {
      if (running.size > 0) {
        await untilDone(Promise.all(running), AbortSignal.any([signal, AbortSignal.timeout(mostWaitMs)]));
      }
      const paths = [...files.values()].flatMap((own) => [...own.values()]).filter(usable);
      const parsing = await Promise.all(paths.map(parses));
      return paths.filter((_, index) => parsing[index] === true);
    },
    remove,
  };
}

function whyNot(found: Stats): string {
  if (!found.isFile()) return 'it is no plain file';
  return found.nlink === 1
    ? `it is longer than ${MOST_BYTES / 1024} KiB`
    : 'the file has another name elsewhere (a hard link), by which it can be written';
}

/** Empties the directory, which stays in its place: a sandbox that is at work holds it shut. */
function clear(directory: string): void {
  try {
    if (look(directory)?.isDirectory() !== true) rmSync(directory, { force: true });
    mkdirSync(directory, { mode: 0o700 });
  } catch {
    // It is there, or the one above is not yet.
  }
  try {
    for (const name of readdirSync(directory))
      rmSync(join(directory, name), { recursive: true, force: true });
  } catch {
    // What can't be removed is read by nobody: each start has files of its own.
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Until work is done, or the time is up, or nobody waits any more. */
async function untilDone(work: Promise<unknown>, bound: AbortSignal): Promise<void> {
  if (bound.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  bound.addEventListener('abort', stop, { once: true });
  await Promise.race([work, promise]);
  bound.removeEventListener('abort', stop);
}
