import { readFileSync } from 'node:fs';
import { listPids } from './list-pids.ts';
import { limitsOf } from './process-mark.ts';
import { readProcessStat, type ProcessStat } from './process-stat.ts';

/** One look at processes: each file of them is read once, however many trees are looked for. Use it at once: it doesn't change. */
export class ProcessLook {
  readonly pids: readonly number[];
  readonly #stats = new Map<number, ProcessStat | undefined>();
  readonly #environments = new Map<number, Buffer | undefined>();
  readonly #limits = new Map<number, string>();

  constructor(pids: readonly number[]) {
    this.pids = pids;
  }

  /** Undefined if there is no such process. */
  stat(pid: number): ProcessStat | undefined {
    return kept(this.#stats, pid, readProcessStat);
  }

  /** Empty while a program is being replaced by another one. Undefined if it can't be read. */
  environment(pid: number): Buffer | undefined {
    return kept(this.#environments, pid, environmentOf);
  }

  /** Empty if they can't be read. */
  limits(pid: number): string {
    return kept(this.#limits, pid, limitsOf);
  }
}

let next: Promise<ProcessLook> | undefined;

/**
 * A look at all processes, shared by all callers until it is taken: after the events at hand have been handled. A process that had ended
 * before the call has ended in it, too. A look takes milliseconds, and servers that are closed together exit together.
 */
export function nextLook(): Promise<ProcessLook> {
  if (next !== undefined) return next;
  const { promise, resolve } = Promise.withResolvers<ProcessLook>();
  setImmediate(() => {
    next = undefined;
    resolve(new ProcessLook(listPids()));
  });
  next = promise;
  return promise;
}

function kept<Value>(known: Map<number, Value>, pid: number, read: (pid: number) => Value): Value {
  const seen = known.get(pid);
  if (seen !== undefined) return seen;
  const value = read(pid);
  known.set(pid, value);
  return value;
}

function environmentOf(pid: number): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return undefined;
  }
}
