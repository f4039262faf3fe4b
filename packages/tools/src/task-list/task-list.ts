import { readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, withLock, writePrivateFile } from '@sluice/base';
import { parseListedTask, type ListedTask } from './listed-task.ts';

export interface ReadTasks {
  /** In the order of their ids. */
  readonly tasks: readonly ListedTask[];
  /** Names of files that hold no task. */
  readonly broken: readonly string[];
}

/** What a change does to the list: files to write and to remove. */
export interface TaskChange {
  readonly write: readonly ListedTask[];
  readonly remove: readonly string[];
}

export type Changed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Milliseconds that a change waits for the lock. A dead holder's lock is taken over at once. */
const LOCK_MS = 5000;
/** The highest id that was ever given out. */
const HIGHEST = '.highest';

/** A list of tasks in a directory, one file a task, that several agents and programs may share. */
export class TaskList {
  readonly #directory: string;
  #before: Promise<unknown> = Promise.resolve();
  /** What files held when they were last read, by name. */
  #known = new Map<string, KnownFile>();
  /** By id, of tasks that were removed since as well. */
  readonly #subjects = new Map<string, string>();

  /** @param directory absolute; created with the first task */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The subject of a task when it was last read or written here. Undefined: it is not known. Never reads. */
  subjectOf(id: string): string | undefined {
    return this.#subjects.get(id);
  }

  async read(): Promise<ReadTasks> {
    const tasks: ListedTask[] = [];
    const broken: string[] = [];
    const known = new Map<string, KnownFile>();
    for (const name of await this.#names()) {
      const id = /^([1-9]\d*)\.json$/.exec(name)?.[1];
      if (id === undefined) continue;
      // At once: 200 small files take 3 ms like this, and 60 ms one after the other in the background.
      const file = readIfChanged(join(this.#directory, name), id, this.#known.get(name));
      if (file === undefined) continue;
      known.set(name, file);
      if (file.task === undefined) broken.push(name);
      else tasks.push(file.task);
    }
    this.#known = known;
    for (const { id, subject } of tasks) this.#subjects.set(id, subject);
    return { tasks: tasks.toSorted((one, other) => Number(one.id) - Number(other.id)), broken };
  }

  /** An id that no task has had before, even if nothing is ever written under it. */
  takeId(): Promise<Changed<string>> {
    return this.#locked(async () => {
      const path = join(this.#directory, HIGHEST);
      const noted = Number(readIfThere(path) ?? 0);
      // A broken or missing note must not bring an id back.
      const used = (await this.#names()).map((name) => Number.parseInt(name, 10));
      const id = Math.max(0, ...[noted, ...used].filter((each) => Number.isSafeInteger(each))) + 1;
      await this.#replace(HIGHEST, String(id));
      return { ok: true, value: String(id) };
    });
  }

  /** Changes the list while no one else does. Broken files are set aside first, under `<name>.broken`. */
  change<Value>(
    work: (tasks: readonly ListedTask[]) => Changed<TaskChange & { readonly value: Value }>,
  ): Promise<Changed<Value>> {
    return this.#locked(async () => {
      const { tasks, broken } = await this.read();
      for (const name of broken)
        await rename(join(this.#directory, name), join(this.#directory, `${name}.broken`));
      const done = work(tasks);
      if (!done.ok) return done;
      for (const task of done.value.write) {
        await this.#replace(`${task.id}.json`, `${JSON.stringify(task, undefined, 2)}\n`);
        this.#subjects.set(task.id, task.subject);
      }
      for (const id of done.value.remove) await rm(join(this.#directory, `${id}.json`), { force: true });
      return { ok: true, value: done.value.value };
    });
  }

  /** Changes of this program wait in order; only other programs are waited for at the lock. */
  #locked<Value>(work: () => Promise<Changed<Value>>): Promise<Changed<Value>> {
    const done = this.#before.then(() => this.#lock(work));
    this.#before = done.catch(() => {});
    return done;
  }

  async #lock<Value>(work: () => Promise<Changed<Value>>): Promise<Changed<Value>> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const locked = await withLock(join(this.#directory, '.lock'), work, LOCK_MS);
    if (locked.ok) return locked.result;
    const seconds = LOCK_MS / 1000;
    return {
      ok: false,
      message: `The task list ${this.#directory} has been locked by process ${locked.pid} for over ${seconds} s, so nothing was changed. Try again.`,
    };
  }

  #replace(name: string, text: string): Promise<void> {
    return writePrivateFile(join(this.#directory, name), text, { flush: true });
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#directory);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

interface KnownFile {
  /** Differs after each write. Undefined: the file was so new when it was read that a later write might leave the stamp the same. */
  readonly stamp: string | undefined;
  /** Undefined: it holds none. */
  readonly task: ListedTask | undefined;
}

/** Milliseconds within which the times of two changes of a file may be the same: a coarse clock, or another machine's. */
const SETTLED_MS = 2000;

/** Undefined: there is no such file. A look at a file costs a fifth of reading it. */
function readIfChanged(path: string, id: string, known: KnownFile | undefined): KnownFile | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const stamp = `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
  if (known?.stamp === stamp) return known;
  const isSettled = Date.now() - Number(found.ctimeMs) > SETTLED_MS;
  const text = readIfThere(path);
  return text === undefined
    ? undefined
    : { stamp: isSettled ? stamp : undefined, task: parseListedTask(text, id) };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
