import { isRunning, type BackgroundTask, type TaskStopper } from './background-task.ts';
import type { TaskLeader } from './task-leader.ts';
import type { NewTask } from './task-registry.ts';
import { MAX_ENDED } from './task-limits.ts';

/** A task with what only the registry knows about it. */
export interface TaskEntry {
  /** In the order in which they started. */
  readonly sequence: number;
  task: BackgroundTask;
  /** Undefined: an earlier process of the session started it. */
  readonly work: NewTask | undefined;
  leader: TaskLeader | undefined;
  /** The agent was notified that it seems to wait for an answer. */
  isWaitReported: boolean;
  /** Who requested its end. */
  stoppedBy: TaskStopper | undefined;
  isReported: boolean;
  readonly ended: Promise<void>;
}

/** All tasks of a session, grouped by what is still to be done about them. */
export class TaskEntries {
  readonly #byId = new Map<string, TaskEntry>();
  readonly #running = new Set<TaskEntry>();
  /** Ended and not yet reported, in the order of their ends. */
  readonly #untold = new Set<TaskEntry>();
  /** Ended and reported. */
  readonly #told: TaskEntry[] = [];
  #sequence = 0;

  get all(): readonly TaskEntry[] {
    return [...this.#byId.values()];
  }

  /** In the order in which they started. */
  get running(): readonly TaskEntry[] {
    return [...this.#running];
  }

  get untold(): readonly TaskEntry[] {
    return [...this.#untold];
  }

  get(id: string): TaskEntry | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  add(task: BackgroundTask, details: Pick<TaskEntry, 'work' | 'isReported' | 'ended'>): TaskEntry {
    this.#sequence += 1;
    const entry: TaskEntry = {
      sequence: this.#sequence,
      task,
      leader: undefined,
      isWaitReported: false,
      stoppedBy: undefined,
      ...details,
    };
    // An agent that goes on has its id again.
    const before = this.#byId.get(task.id);
    if (before !== undefined) this.#forget(before);
    this.#byId.set(task.id, entry);
    (isRunning(task) ? this.#running : this.#untold).add(entry);
    return entry;
  }

  /** Its task has ended. */
  end(entry: TaskEntry): void {
    this.#running.delete(entry);
    if (entry.isReported) this.#told.push(entry);
    else this.#untold.add(entry);
    this.#forgetOldest();
  }

  markReported(entry: TaskEntry): void {
    entry.isReported = true;
    if (!this.#untold.delete(entry)) return;
    this.#told.push(entry);
    this.#forgetOldest();
  }

  unreportedOf(agentId: string | undefined): readonly TaskEntry[] {
    return this.untold.filter(({ task }) => task.agentId === agentId).toSorted(byStart);
  }

  #forget(entry: TaskEntry): void {
    this.#untold.delete(entry);
    const at = this.#told.indexOf(entry);
    if (at !== -1) this.#told.splice(at, 1);
  }

  #forgetOldest(): void {
    const excess = Math.max(0, this.#told.length + this.#untold.size - MAX_ENDED);
    for (const { task } of this.#told.splice(0, excess)) this.#byId.delete(task.id);
  }
}

export function byStart(a: TaskEntry, b: TaskEntry): number {
  return a.sequence - b.sequence;
}
