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
import { eventTerms, type HookEvent } from '../events/event-lookup.ts';
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
  return new HookFiles(directory, tell, maxWaitMs);
}

/** How hooks of one event write at one time. */
interface Firing {
  readonly event: HookEvent;
  readonly sequence: number;
  /** The files of the event by handler, with later ones last. */
  readonly own: Map<string, string>;
  /** Each handler gets a new file. */
  readonly isRenewed: boolean;
  /** Handlers that have theirs. */
  readonly given: Set<string>;
}

class HookFiles implements EnvironmentFiles {
  readonly #directory: string;
  readonly #tell: (text: string) => void;
  readonly #maxWaitMs: number;
  /** The files of each event by handler, with later ones last. */
  readonly #files = new Map<HookEvent, Map<string, string>>();
  readonly #running = new Set<Promise<void>>();
  readonly #told = new Set<string>();
  /** The hook of each file. */
  readonly #names = new Map<string, string>();
  /** Replaced, but a command that is just starting may still read them. */
  readonly #retired: string[] = [];
  readonly #problemOf = shellProblems();
  #firings = 0;

  constructor(directory: string, tell: (text: string) => void, maxWaitMs: number) {
    this.#directory = directory;
    this.#tell = tell;
    this.#maxWaitMs = maxWaitMs;
    clear(directory);
  }

  begin(event: HookEvent): EnvironmentWriting | undefined {
    const { environment } = eventTerms(event);
    if (environment === undefined) return undefined;
    if (environment === 'replaced') this.#forget();
    const own = this.#files.get(event) ?? new Map<string, string>();
    this.#files.set(event, own);
    this.#firings += 1;
    const isRenewed = environment === 'renewed';
    const firing: Firing = { event, sequence: this.#firings, own, isRenewed, given: new Set() };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.add(promise);
    return {
      fileFor: (identity, hook = identity) => this.#fileFor(firing, identity, hook),
      ended: () => {
        this.#running.delete(promise);
        resolve();
      },
    };
  }

  async current(signal: AbortSignal): Promise<readonly string[]> {
    if (this.#running.size > 0) {
      const bound = AbortSignal.any([signal, AbortSignal.timeout(this.#maxWaitMs)]);
      await untilDone(Promise.all(this.#running), bound);
    }
    const all = [...this.#files.values()].flatMap((own) => [...own.values()]);
    const paths = all.filter((path) => this.#isUsable(path));
    const parsing = await Promise.all(paths.map((path) => this.#parses(path)));
    return paths.filter((_, index) => parsing[index] === true);
  }

  remove(): void {
    try {
      rmSync(this.#directory, { recursive: true, force: true });
    } catch {
      // No one reads what can't be removed: each start has its own files.
    }
  }

  #fileFor(
    { event, sequence, own, isRenewed, given }: Firing,
    identity: string,
    hook: string,
  ): string | undefined {
    const before = own.get(identity);
    if (before !== undefined && (!isRenewed || given.has(identity))) return before;
    const name = createHash('sha256').update(identity).digest('hex').slice(0, 12);
    const path = join(this.#directory, `${sequence}-${event}-${name}.sh`);
    try {
      if (look(this.#directory)?.isDirectory() !== true)
        mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      // A program that only appends to an existing file finds one; a file put there by anyone else isn't used.
      closeSync(openSync(path, NEW_FILE, 0o600));
    } catch (error) {
      const reason = errorText(error);
      this.#warnOnce(`Hooks can set no variables for commands: there is no file for them (${reason}).`);
      return undefined;
    }
    given.add(identity);
    if (before !== undefined) this.#retire(before);
    // The file written last is read last.
    own.delete(identity);
    own.set(identity, path);
    this.#names.set(path, hook);
    return path;
  }

  /** A command that is just starting may still read it: only files replaced long ago are removed. */
  #retire(path: string): void {
    this.#names.delete(path);
    this.#retired.push(path);
    const [oldest] = this.#retired;
    if (this.#retired.length <= MAX_RETIRED || oldest === undefined) return;
    this.#retired.shift();
    try {
      rmSync(oldest, { force: true });
    } catch {
      // It is removed with the directory.
    }
  }

  #forget(): void {
    for (const [event, own] of this.#files) {
      if (eventTerms(event).environment === 'kept') continue;
      this.#files.delete(event);
      for (const path of own.values()) this.#retire(path);
    }
  }

  #warnOnce(text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#tell(text);
  }

  #isUsable(path: string): boolean {
    const found = look(path);
    if (found === undefined || (found.isFile() && found.size === 0)) return false;
    if (found.isFile() && found.size <= MAX_BYTES && found.nlink === 1) return true;
    this.#warnOnce(
      `The file ${path}, with variables that a hook set for commands, was ignored: ${whyNot(found)}.`,
    );
    return false;
  }

  /** Invalid shell text would print its error before every command. */
  async #parses(path: string): Promise<boolean> {
    const problem = await this.#problemOf(path);
    if (problem === undefined) return true;
    this.#warnOnce(
      `The hook "${this.#names.get(path) ?? ''}" wrote invalid shell code for commands, which was ignored: ${problem} (${path}).`,
    );
    return false;
  }
}

function whyNot(found: Stats): string {
  if (!found.isFile()) return 'it is not a plain file';
  return found.nlink === 1
    ? `it is longer than ${MAX_BYTES / 1024} KiB`
    : 'the file has another name elsewhere (a hard link), through which it could be changed';
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
