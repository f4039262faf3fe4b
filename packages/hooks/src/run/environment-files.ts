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
 * Where hooks leave shell text for the commands of their session, through the variable `CLAUDE_ENV_FILE`. Each handler has its own file, so
 * that hooks running in parallel don't affect the result.
 */
export interface EnvironmentFiles {
  /** Hooks of this event are about to run; undefined if they may not leave anything. */
  begin(event: HookEvent): EnvironmentWriting | undefined;
  /** The files with content, in the order to read them. Waits briefly for running hooks: one that hangs must not hold up every command. */
  current(signal: AbortSignal): Promise<readonly string[]>;
  /** The session is over. */
  remove(): void;
}

interface EnvironmentWriting {
  /**
   * The file of a handler, absolute; undefined if it can't be created. Call in configuration order.
   * @param hook its name for the user. Default: its identity
   */
  fileFor(identity: string, hook?: string): string | undefined;
  /** The hooks have ended. */
  ended(): void;
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

/** Every command has to read it. */
const MAX_BYTES = 256 * 1024;
const MAX_WAIT_MS = 5000;

/** Files that are no longer read, kept for a while. */
const MAX_RETIRED = 64;

/**
 * @param directory absolute, and only for this session. Removes anything left there by a killed session. Created at once if its parent
 * exists, so that no command creates it first, otherwise when a hook needs it
 * @param maxWaitMs maximum milliseconds that a command waits
 * @param tell takes a sentence for the user. Must not throw.
 */
export function createEnvironmentFiles(
  directory: string,
  tell: (text: string) => void,
  maxWaitMs: number = MAX_WAIT_MS,
): EnvironmentFiles {
  const remove = (): void => {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // No one reads what can't be removed: each start has its own files.
    }
  };
  clear(directory);
  /** The files of each event by handler, with later ones last. */
  const files = new Map<HookEvent, Map<string, string>>();
  const running = new Set<Promise<void>>();
  const told = new Set<string>();
  /** The hook of each file. */
  const names = new Map<string, string>();
  const problemOf = shellProblems();
  let firings = 0;
  const retired: string[] = [];
  /** A command that is just starting may still read it: only files replaced long ago are removed. */
  const retire = (path: string): void => {
    names.delete(path);
    retired.push(path);
    const [oldest] = retired;
    if (retired.length <= MAX_RETIRED || oldest === undefined) return;
    retired.shift();
    try {
      rmSync(oldest, { force: true });
    } catch {
      // It is removed with the directory.
    }
  };
  const forget = (): void => {
    for (const [event, own] of files) {
      if (eventTerms(event).environment === 'kept') continue;
      files.delete(event);
      for (const path of own.values()) retire(path);
    }
  };
  const warnOnce = (text: string): void => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
  const usable = (path: string): boolean => {
    const found = look(path);
    if (found === undefined || (found.isFile() && found.size === 0)) return false;
    if (found.isFile() && found.size <= MAX_BYTES && found.nlink === 1) return true;
    warnOnce(`What a hook has left for commands in ${path} is not read: ${whyNot(found)}.`);
    return false;
  };
  /** Invalid shell text would print its error before every command. */
  const parses = async (path: string): Promise<boolean> => {
    const problem = await problemOf(path);
    if (problem === undefined) return true;
    warnOnce(
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
            // A program that only appends to an existing file finds one; a file put there by anyone else isn't used.
            closeSync(openSync(path, NEW_FILE, 0o600));
          } catch (error) {
            const reason = errorText(error);
            warnOnce(`Hooks can set no variables for commands: there is no file for them (${reason}).`);
            return undefined;
          }
          given.add(identity);
          if (before !== undefined) retire(before);
          // The file written last is read last.
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
        await untilDone(Promise.all(running), AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]));
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
    ? `it is longer than ${MAX_BYTES / 1024} KiB`
    : 'the file has another name elsewhere (a hard link), by which it can be written';
}

/** Empties the directory but keeps it in place: a running sandbox blocks access to it. */
function clear(directory: string): void {
  try {
    if (look(directory)?.isDirectory() !== true) rmSync(directory, { force: true });
    mkdirSync(directory, { mode: 0o700 });
  } catch {
    // It exists, or its parent doesn't yet.
  }
  try {
    for (const name of readdirSync(directory))
      rmSync(join(directory, name), { recursive: true, force: true });
  } catch {
    // No one reads what can't be removed: each start has its own files.
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Until the work is done, the time is up, or no one is waiting. */
async function untilDone(work: Promise<unknown>, bound: AbortSignal): Promise<void> {
  if (bound.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  bound.addEventListener('abort', stop, { once: true });
  await Promise.race([work, promise]);
  bound.removeEventListener('abort', stop);
}
