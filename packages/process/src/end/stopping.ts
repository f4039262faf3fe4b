import type { NamedProcess } from '../command.ts';

/** What a session has told to end. */
export interface StoppingProcesses {
  /**
   * Calls `listener` with every process that still runs 150 ms after SIGTERM, when these change; with none when they have ended or are
   * killed. It must not throw. Returns how to be called no more.
   */
  watch(listener: (processes: readonly NamedProcess[]) => void): () => void;
  /**
   * Sends SIGKILL to what is being ended, without waiting for it any longer. `andLater`: to what is ended from now on as well, in place of
   * SIGTERM. False: nothing was being ended.
   */
  kill(andLater?: boolean): boolean;
}

/** One command or program of the session, as the code that ends it sees it. */
export interface Stoppable {
  /** Aborted: do not wait for it. */
  readonly killed: AbortSignal;
  /** It still runs, in these processes. */
  report(processes: readonly NamedProcess[]): void;
}

interface Entry {
  readonly kill: AbortController;
  readonly isStopping: () => boolean;
  readonly onStopping: ((processes: readonly NamedProcess[]) => void) | undefined;
  processes: readonly NamedProcess[];
}

/** All that a session runs and may have to wait for. */
export class StoppingRegister implements StoppingProcesses {
  readonly #entries = new Set<Entry>();
  readonly #listeners = new Set<(processes: readonly NamedProcess[]) => void>();
  #killsAll = false;

  /**
   * Adds something that runs, until `close`.
   * @param isStopping whether it has been told to end
   */
  open(isStopping: () => boolean, onStopping?: Entry['onStopping']): Stoppable & { close(): void } {
    const entry: Entry = { kill: new AbortController(), isStopping, onStopping, processes: [] };
    if (this.#killsAll) entry.kill.abort();
    this.#entries.add(entry);
    return {
      killed: entry.kill.signal,
      report: (processes) => this.#report(entry, processes),
      close: () => {
        this.#report(entry, []);
        this.#entries.delete(entry);
      },
    };
  }

  watch(listener: (processes: readonly NamedProcess[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  kill(andLater = false): boolean {
    const waiting = [...this.#entries].filter(({ kill, isStopping }) => !kill.signal.aborted && isStopping());
    const killed = andLater ? [...this.#entries] : waiting;
    this.#killsAll ||= andLater;
    for (const { kill } of killed) kill.abort();
    return waiting.length > 0;
  }

  #report(entry: Entry, processes: readonly NamedProcess[]): void {
    if (isSame(entry.processes, processes)) return;
    entry.processes = processes;
    entry.onStopping?.(processes);
    const all = [...this.#entries].flatMap((one) => one.processes);
    for (const listener of this.#listeners) listener(all);
  }
}

function isSame(one: readonly NamedProcess[], other: readonly NamedProcess[]): boolean {
  return one.length === other.length && one.every(({ pid }, index) => pid === other[index]?.pid);
}
