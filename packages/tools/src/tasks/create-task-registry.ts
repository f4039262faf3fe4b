import { randomBytes } from 'node:crypto';
import { isRunning, type BackgroundTask, type TaskKind, type TaskStopper } from './background-task.ts';
import { MoveOffers } from './move-offers.ts';
import { byStart, TaskEntries, type TaskEntry } from './task-entries.ts';
import { findTaskLeader } from './task-leader.ts';
import type { TaskRecord, TaskRecords } from './task-records.ts';
import type { EndedWork, NewTask, TaskRegistry } from './task-registry.ts';
import { waitingNote } from './waiting-note.ts';
import { MAX_RUNNING, MAX_RECORDED } from './task-limits.ts';

export interface TaskRegistryOptions {
  /** Where tasks are recorded for the session's next process. Default: nowhere. */
  readonly records?: TaskRecords;
  /** Tasks of the session's earlier processes, all ended, that no one was notified of. */
  readonly earlier?: readonly BackgroundTask[];
  /** Called with a sentence about what could not be recorded. Must not throw. */
  readonly onProblem?: (problem: string) => void;
  /** Maximum number of tasks that run at the same time. Default 32. */
  readonly maxRunning?: number;
  /** Milliseconds since the Unix epoch. Default: the system clock. */
  readonly now?: () => number;
}

/** Milliseconds after which a leader is looked for again: it may not have been started yet. */
const SECOND_LOOK_MS = 1_000;

export function createTaskRegistry(options: TaskRegistryOptions = {}): TaskRegistry {
  return new SessionTasks(options);
}

class SessionTasks implements TaskRegistry {
  readonly #options: TaskRegistryOptions;
  readonly #entries = new TaskEntries();
  readonly #offers = new MoveOffers();
  readonly #listeners = new Set<(task: BackgroundTask) => void>();
  #events: { readonly id: string; readonly text: string }[] = [];
  #reserved = 0;
  #disposed: Promise<readonly BackgroundTask[]> | undefined;

  constructor(options: TaskRegistryOptions) {
    this.#options = options;
    const ended = Promise.resolve();
    for (const known of options.earlier ?? []) {
      // The agents of an earlier process are gone.
      const task = { ...known, agentId: undefined };
      this.#entries.add(task, { work: undefined, isReported: false, ended });
    }
  }

  get hasRoom(): boolean {
    // Agents have a limit of their own.
    const occupied = this.#entries.running.filter(({ task }) => task.type !== 'agent').length;
    const { maxRunning = MAX_RUNNING } = this.#options;
    return this.#disposed === undefined && occupied + this.#reserved < maxRunning;
  }

  reserve(): (() => void) | undefined {
    if (!this.hasRoom) return undefined;
    this.#reserved += 1;
    let isKept = true;
    return () => {
      if (isKept) this.#reserved -= 1;
      isKept = false;
    };
  }

  adopt(work: NewTask): BackgroundTask {
    const task = this.#taskOf(work);
    const entry: TaskEntry = this.#entries.add(task, {
      work,
      isReported: work.agent?.isForeground === true,
      ended: work.ended.then((ended) => this.#settle(entry, ended)),
    });
    if (task.type === 'shell') this.#lookForLeader(entry);
    this.#record();
    this.#tell(task);
    if (task.type === 'shell' && entry.leader === undefined) this.#lookAgain(entry);
    // Disposed meanwhile: nothing may continue.
    if (this.#disposed !== undefined) work.end();
    return task;
  }

  get(id: string): BackgroundTask | undefined {
    return this.#entries.get(id)?.task;
  }

  list(): readonly BackgroundTask[] {
    return this.#entries.all.map(({ task }) => task);
  }

  async stop(id: string, by: TaskStopper): Promise<BackgroundTask | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    if (isRunning(entry.task)) {
      entry.stoppedBy ??= by;
      // Anyone who stops it learns about its end from that.
      entry.isReported = true;
      entry.work?.end(by);
      await entry.ended;
    }
    return entry.task;
  }

  async wait(id: string, signal: AbortSignal): Promise<BackgroundTask | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    if (isRunning(entry.task)) await untilAborted(entry.ended, signal);
    return entry.task;
  }

  untold(agentId?: string): readonly BackgroundTask[] {
    return this.#entries.unreportedOf(agentId).map(({ task }) => task);
  }

  takeFinished(agentId?: string): readonly BackgroundTask[] {
    const finished = this.#entries.unreportedOf(agentId);
    for (const entry of finished) this.#entries.markReported(entry);
    // Only after the receiver has had time to journal the notification: after a crash, twice is better than never.
    if (finished.length > 0) setImmediate(() => this.#record());
    return [...this.#takeWaiting(agentId), ...finished.map(({ task }) => task)];
  }

  addEvents(id: string, text: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#events.push({ id, text });
    this.#tell(entry.task);
  }

  hasEvents(agentId?: string): boolean {
    return this.#events.some(({ id }) => this.get(id)?.agentId === agentId);
  }

  takeEvents(agentId?: string): readonly string[] {
    const taken = this.#events.filter(({ id }) => this.get(id)?.agentId === agentId);
    this.#events = this.#events.filter((event) => !taken.includes(event));
    return taken.map(({ text }) => text);
  }

  moveToBackground(id: string): boolean {
    const entry = this.#entries.get(id);
    const agent = entry?.task.agent;
    if (entry === undefined || agent?.isForeground !== true || !isRunning(entry.task)) return false;
    entry.isReported = false;
    entry.task = { ...entry.task, agent: { ...agent, isForeground: false } };
    this.#tell(entry.task);
    return true;
  }

  offerMove(callId: string, move: () => boolean): () => void {
    return this.#offers.add(callId, move);
  }

  moveWaiting(callId?: string): number {
    return this.#offers.move(callId);
  }

  disown(agentId: string): void {
    for (const entry of this.#entries.all) {
      if (entry.task.agentId === agentId) entry.task = { ...entry.task, agentId: undefined };
    }
  }

  markReported(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || isRunning(entry.task) || entry.isReported) return;
    this.#entries.markReported(entry);
    this.#record();
  }

  watch(listener: (task: BackgroundTask) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  dispose(): Promise<readonly BackgroundTask[]> {
    this.#disposed ??= endAll(this.#entries.running);
    return this.#disposed;
  }

  #taskOf({ id, type, ...work }: NewTask): BackgroundTask {
    const { agent, command, description, outputPath, callId, agentId, hasMoved } = work;
    return {
      id: id ?? this.#unusedId(ID_PREFIXES[type]),
      type,
      agent,
      command,
      description,
      outputPath,
      callId,
      agentId,
      hasMoved,
      status: { status: 'running' },
      startedAt: this.#now(),
      notes: [],
    };
  }

  #unusedId(prefix: string): string {
    for (;;) {
      const id = `${prefix}${randomBytes(4).toString('hex')}`;
      if (!this.#entries.has(id)) return id;
    }
  }

  #now(): number {
    const { now = Date.now } = this.#options;
    return now();
  }

  #settle(entry: TaskEntry, { end, notes }: EndedWork): void {
    entry.task = { ...entry.task, status: endOf(entry, end), notes };
    entry.leader = undefined;
    this.#entries.end(entry);
    this.#record();
    this.#tell(entry.task);
  }

  #tell(task: BackgroundTask): void {
    for (const listener of this.#listeners) listener(task);
  }

  /** The running tasks that seem to wait for an answer, each once. */
  #takeWaiting(agentId: string | undefined): readonly BackgroundTask[] {
    return this.#entries.running.flatMap((entry) => {
      if (entry.task.agentId !== agentId || entry.task.type !== 'shell' || entry.isWaitReported) return [];
      const note = waitingNote(entry.task.outputPath, this.#now());
      if (note === undefined) return [];
      entry.isWaitReported = true;
      return [{ ...entry.task, notes: [note] }];
    });
  }

  #lookForLeader(entry: TaskEntry): void {
    if (this.#options.records === undefined || !isRunning(entry.task)) return;
    entry.leader = findTaskLeader(entry.task.outputPath);
  }

  #lookAgain(entry: TaskEntry): void {
    if (this.#options.records === undefined) return;
    setTimeout(() => {
      this.#lookForLeader(entry);
      if (entry.leader !== undefined) this.#record();
    }, SECOND_LOOK_MS).unref();
  }

  #record(): void {
    const { records, onProblem } = this.#options;
    if (records === undefined) return;
    const ended = this.#entries.untold.slice(-MAX_RECORDED);
    // Journals tell which agents had not ended.
    const going = this.#entries.running.filter(({ task }) => task.type !== 'agent');
    const problem = records.write([...ended, ...going].toSorted(byStart).map(recordOf));
    if (problem !== undefined) onProblem?.(problem);
  }
}

/** Work that was stopped or got lost was stopped by whoever asked for that first. */
function endOf({ stoppedBy }: TaskEntry, end: EndedWork['end']): EndedWork['end'] {
  if (end.status !== 'stopped' && end.status !== 'lost') return end;
  const by = stoppedBy ?? (end.status === 'stopped' ? end.by : undefined);
  return by === undefined ? { status: 'lost' } : { status: 'stopped', by };
}

async function endAll(entries: readonly TaskEntry[]): Promise<readonly BackgroundTask[]> {
  for (const { work } of entries) work?.end();
  await Promise.all(entries.map(({ ended }) => ended));
  return entries.map(({ task }) => task);
}

/** Settles with the work, or when the signal is aborted, and leaves no listener behind. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const onAbort = (): void => resolve();
  signal.addEventListener('abort', onAbort);
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function recordOf({ task, leader }: TaskEntry): TaskRecord {
  return { task, leader };
}

/** The first letter of a task's id gives its kind. */
const ID_PREFIXES: Readonly<Record<TaskKind, string>> = {
  shell: 'b',
  agent: 'a',
  monitor: 'm',
  workflow: 'w',
  mcp: 'c',
};
