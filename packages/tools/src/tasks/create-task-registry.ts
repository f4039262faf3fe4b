import { randomBytes } from 'node:crypto';
import { isRunning, type BackgroundTask } from './background-task.ts';
import { findTaskLeader, type TaskLeader } from './task-leader.ts';
import type { TaskRecord, TaskRecords } from './task-records.ts';
import type { EndedWork, NewTask, TaskRegistry } from './task-registry.ts';

export interface TaskRegistryOptions {
  /** Where tasks are recorded for whoever opens the session next. Default: nowhere. */
  readonly records?: TaskRecords;
  /** Tasks of the session's earlier programs, all ended, of which nobody was told. */
  readonly earlier?: readonly BackgroundTask[];
  /** Told, in a sentence, what could not be recorded. Must not throw. */
  readonly onProblem?: (problem: string) => void;
  /** Tasks that run at the same time. Default 32. */
  readonly maxRunning?: number;
}

const MAX_RUNNING = 32;
/** Tasks that have ended and are still known. */
const MAX_ENDED = 256;
/** Milliseconds after which a leader is looked for once more: it may not have been started yet. */
const SECOND_LOOK_MS = 1_000;

interface Entry {
  task: BackgroundTask;
  readonly work: NewTask | undefined;
  leader: TaskLeader | undefined;
  /** Somebody asked for its end. */
  isStopped: boolean;
  isTold: boolean;
  readonly ended: Promise<void>;
}

export function createTaskRegistry(options: TaskRegistryOptions = {}): TaskRegistry {
  const { records, earlier = [], onProblem = () => {}, maxRunning = MAX_RUNNING } = options;
  const entries = new Map<string, Entry>();
  const listeners = new Set<(task: BackgroundTask) => void>();
  let disposed: Promise<readonly BackgroundTask[]> | undefined;

  const record = (): void => {
    const untold = [...entries.values()].filter(({ isTold }) => !isTold);
    const problem = records?.write(untold.map(recordOf));
    if (problem !== undefined) onProblem(problem);
  };
  const tell = (task: BackgroundTask): void => {
    for (const listener of listeners) listener(task);
  };
  let reserved = 0;
  const hasRoom = (): boolean => disposed === undefined && running().length + reserved < maxRunning;
  const running = (): Entry[] => [...entries.values()].filter(({ task }) => isRunning(task));

  const lookForLeader = (entry: Entry): void => {
    if (records === undefined || !isRunning(entry.task)) return;
    entry.leader = findTaskLeader(entry.task.outputPath);
    if (entry.leader !== undefined) record();
  };

  const settle = (entry: Entry, { end, notes }: EndedWork): void => {
    const isCutShort = end.status === 'stopped' || end.status === 'lost';
    const status = isCutShort ? { status: entry.isStopped ? ('stopped' as const) : ('lost' as const) } : end;
    entry.task = { ...entry.task, status, notes };
    entry.leader = undefined;
    forgetOldest();
    record();
    tell(entry.task);
  };

  const forgetOldest = (): void => {
    const ended = [...entries.values()].filter(({ task }) => !isRunning(task));
    const known = ended.filter(({ isTold }) => isTold);
    for (const { task } of known.slice(0, Math.max(0, ended.length - MAX_ENDED))) entries.delete(task.id);
  };

  const markTold = (entry: Entry): void => {
    if (entry.isTold) return;
    entry.isTold = true;
    record();
  };

  for (const task of earlier) {
    const ended = Promise.resolve();
    entries.set(task.id, {
      task,
      work: undefined,
      leader: undefined,
      isStopped: false,
      isTold: false,
      ended,
    });
  }

  return {
    get hasRoom() {
      return hasRoom();
    },
    reserve() {
      if (!hasRoom()) return undefined;
      reserved += 1;
      let isKept = true;
      return () => {
        if (isKept) reserved -= 1;
        isKept = false;
      };
    },
    adopt(work) {
      const { type, command, outputPath, callId } = work;
      const task: BackgroundTask = {
        id: unusedId(entries),
        type,
        command,
        outputPath,
        ...(callId !== undefined && { callId }),
        status: { status: 'running' },
        notes: [],
      };
      const entry: Entry = {
        task,
        work,
        leader: undefined,
        isStopped: false,
        isTold: false,
        ended: work.ended.then((ended) => settle(entry, ended)),
      };
      entries.set(task.id, entry);
      record();
      tell(task);
      if (records !== undefined) {
        lookForLeader(entry);
        if (entry.leader === undefined) setTimeout(() => lookForLeader(entry), SECOND_LOOK_MS).unref();
      }
      // Disposed of meanwhile: nothing may go on.
      if (disposed !== undefined) work.end();
      return task;
    },
    get: (id) => entries.get(id)?.task,
    list: () => [...entries.values()].map(({ task }) => task),
    async stop(id) {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      if (isRunning(entry.task)) {
        entry.isStopped = true;
        // Whoever stops it is told by that.
        entry.isTold = true;
        entry.work?.end();
        await entry.ended;
      }
      return entry.task;
    },
    async wait(id, signal) {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      if (isRunning(entry.task)) await untilAborted(entry.ended, signal);
      return entry.task;
    },
    takeFinished() {
      const finished = [...entries.values()].filter(({ task, isTold }) => !isTold && !isRunning(task));
      for (const entry of finished) entry.isTold = true;
      // Not before whoever took them has had the time to journal what it tells: better told twice after a crash than never.
      if (finished.length > 0) setImmediate(record);
      return finished.map(({ task }) => task);
    },
    markTold(id) {
      const entry = entries.get(id);
      if (entry !== undefined && !isRunning(entry.task)) markTold(entry);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose() {
      disposed ??= endAll(running());
      return disposed;
    },
  };
}

async function endAll(entries: readonly Entry[]): Promise<readonly BackgroundTask[]> {
  for (const { work } of entries) work?.end();
  await Promise.all(entries.map(({ ended }) => ended));
  return entries.map(({ task }) => task);
}

/** Settles with the work, or when the signal says so, and leaves no listener behind. */
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

function recordOf({ task, leader }: Entry): TaskRecord {
  return { task, leader };
}

function unusedId(taken: ReadonlyMap<string, unknown>): string {
  for (;;) {
    const id = `b${randomBytes(4).toString('hex')}`;
    if (!taken.has(id)) return id;
  }
}
