import { randomBytes } from 'node:crypto';
import { isRunning, type BackgroundTask, type TaskKind, type TaskStopper } from './background-task.ts';
import { findTaskLeader, type TaskLeader } from './task-leader.ts';
import type { TaskRecord, TaskRecords } from './task-records.ts';
import type { EndedWork, NewTask, TaskRegistry } from './task-registry.ts';
import { waitingNote } from './waiting-note.ts';

export interface TaskRegistryOptions {
  /** Where tasks are recorded for whoever opens the session next. Default: nowhere. */
  readonly records?: TaskRecords;
  /** Tasks of the session's earlier programs, all ended, of which nobody was told. */
  readonly earlier?: readonly BackgroundTask[];
  /** Told, in a sentence, what could not be recorded. Must not throw. */
  readonly onProblem?: (problem: string) => void;
  /** Tasks that run at the same time. Default 32. */
  readonly maxRunning?: number;
  /** Milliseconds since the Unix epoch. Default: as the system says. */
  readonly now?: () => number;
}

const MAX_RUNNING = 32;
/** Tasks that have ended and are still known. */
const MAX_ENDED = 256;
/** Ended tasks that are recorded for whoever opens the session next; of more the latest. */
const MAX_RECORDED = 256;
/** Milliseconds after which a leader is looked for once more: it may not have been started yet. */
const SECOND_LOOK_MS = 1_000;

interface Entry {
  /** In the order in which they began. */
  readonly sequence: number;
  task: BackgroundTask;
  readonly work: NewTask | undefined;
  leader: TaskLeader | undefined;
  /** That it seems to wait for an answer has been told. */
  isWaitTold: boolean;
  /** Who asked for its end. */
  stoppedBy: TaskStopper | undefined;
  isTold: boolean;
  readonly ended: Promise<void>;
}

export function createTaskRegistry(options: TaskRegistryOptions = {}): TaskRegistry {
  const { records, earlier = [], onProblem = () => {}, maxRunning = MAX_RUNNING, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  const listeners = new Set<(task: BackgroundTask) => void>();
  let disposed: Promise<readonly BackgroundTask[]> | undefined;

  let sequence = 0;
  const nextSequence = (): number => (sequence += 1);
  /** Those that run, and those that have ended and were not told of, each in the order in which they came to be so. */
  const running = new Set<Entry>();
  const untold = new Set<Entry>();
  /** Those that have ended and were told of. */
  const told: Entry[] = [];

  const record = (): void => {
    if (records === undefined) return;
    const ended = [...untold].slice(-MAX_RECORDED);
    // Journals tell which agents had not ended.
    const going = [...running].filter(({ task }) => task.type !== 'agent');
    const problem = records.write([...ended, ...going].toSorted(byStart).map(recordOf));
    if (problem !== undefined) onProblem(problem);
  };
  const tell = (task: BackgroundTask): void => {
    for (const listener of listeners) listener(task);
  };
  let reserved = 0;
  // Agents have a limit of their own.
  const occupied = (): number => [...running].filter(({ task }) => task.type !== 'agent').length;
  const hasRoom = (): boolean => disposed === undefined && occupied() + reserved < maxRunning;

  const lookForLeader = (entry: Entry): void => {
    if (records === undefined || !isRunning(entry.task)) return;
    entry.leader = findTaskLeader(entry.task.outputPath);
  };

  const settle = (entry: Entry, { end, notes }: EndedWork): void => {
    const isCutShort = end.status === 'stopped' || end.status === 'lost';
    const { stoppedBy: by } = entry;
    const ownBy = end.status === 'stopped' ? end.by : undefined;
    const stopper = by ?? ownBy;
    const cutShort =
      stopper === undefined ? { status: 'lost' as const } : { status: 'stopped' as const, by: stopper };
    const status = isCutShort ? cutShort : end;
    entry.task = { ...entry.task, status, notes };
    entry.leader = undefined;
    running.delete(entry);
    if (entry.isTold) keepTold(entry);
    else untold.add(entry);
    forgetOldest();
    record();
    tell(entry.task);
  };

  const keepTold = (entry: Entry): void => {
    told.push(entry);
    forgetOldest();
  };

  const forgetOldest = (): void => {
    const excess = Math.max(0, told.length + untold.size - MAX_ENDED);
    for (const { task } of told.splice(0, excess)) entries.delete(task.id);
  };

  const forget = (entry: Entry): void => {
    untold.delete(entry);
    const at = told.indexOf(entry);
    if (at !== -1) told.splice(at, 1);
  };

  const untoldOf = (agentId: string | undefined): readonly Entry[] =>
    [...untold].filter(({ task }) => task.agentId === agentId).toSorted(byStart);

  const markTold = (entry: Entry): void => {
    entry.isTold = true;
    if (untold.delete(entry)) keepTold(entry);
  };

  const takeWaiting = (agentId: string | undefined): readonly BackgroundTask[] =>
    [...running].flatMap((entry) => {
      if (entry.task.agentId !== agentId || entry.task.type !== 'shell') return [];
      const note = entry.isWaitTold ? undefined : waitingNote(entry.task.outputPath, now());
      if (note === undefined) return [];
      entry.isWaitTold = true;
      return [{ ...entry.task, notes: [note] }];
    });

  for (const known of earlier) {
    const ended = Promise.resolve();
    // The agents of an earlier program are gone.
    const task = { ...known, agentId: undefined };
    const entry: Entry = {
      sequence: nextSequence(),
      task,
      work: undefined,
      leader: undefined,
      isWaitTold: false,
      stoppedBy: undefined,
      isTold: false,
      ended,
    };
    entries.set(task.id, entry);
    untold.add(entry);
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
      const { type, command, outputPath, callId, agentId, agent } = work;
      const task: BackgroundTask = {
        id: work.id ?? unusedId(entries, ID_PREFIXES[type]),
        type,
        agent,
        command,
        outputPath,
        callId,
        agentId,
        status: { status: 'running' },
        notes: [],
      };
      const entry: Entry = {
        sequence: nextSequence(),
        task,
        work,
        leader: undefined,
        isWaitTold: false,
        stoppedBy: undefined,
        isTold: agent?.isForeground === true,
        ended: work.ended.then((ended) => settle(entry, ended)),
      };
      // An agent that goes on has its id again.
      const before = entries.get(task.id);
      if (before !== undefined) forget(before);
      entries.set(task.id, entry);
      running.add(entry);
      if (type === 'shell') lookForLeader(entry);
      record();
      tell(task);
      if (records !== undefined && entry.leader === undefined && type === 'shell') {
        setTimeout(() => {
          lookForLeader(entry);
          if (entry.leader !== undefined) record();
        }, SECOND_LOOK_MS).unref();
      }
      // Disposed of meanwhile: nothing may go on.
      if (disposed !== undefined) work.end();
      return task;
    },
    get: (id) => entries.get(id)?.task,
    list: () => [...entries.values()].map(({ task }) => task),
    async stop(id, by = 'model') {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      if (isRunning(entry.task)) {
        entry.stoppedBy ??= by;
        // Whoever stops it is told by that.
        entry.isTold = true;
        entry.work?.end(by);
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
    untold: (agentId) => untoldOf(agentId).map(({ task }) => task),
    takeFinished(agentId) {
      const finished = untoldOf(agentId);
      for (const entry of finished) markTold(entry);
      // Not before whoever took them has had the time to journal what it tells: better told twice after a crash than never.
      if (finished.length > 0) setImmediate(record);
      return [...takeWaiting(agentId), ...finished.map(({ task }) => task)];
    },
    moveToBackground(id) {
      const entry = entries.get(id);
      const agent = entry?.task.agent;
      if (entry === undefined || agent?.isForeground !== true || !isRunning(entry.task)) return false;
      entry.isTold = false;
      entry.task = { ...entry.task, agent: { ...agent, isForeground: false } };
      tell(entry.task);
      return true;
    },
    disown(agentId) {
      for (const entry of entries.values()) {
        if (entry.task.agentId === agentId) entry.task = { ...entry.task, agentId: undefined };
      }
    },
    markTold(id) {
      const entry = entries.get(id);
      if (entry === undefined || isRunning(entry.task) || entry.isTold) return;
      markTold(entry);
      record();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose() {
      disposed ??= endAll([...running]);
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

function byStart(a: Entry, b: Entry): number {
  return a.sequence - b.sequence;
}

function recordOf({ task, leader }: Entry): TaskRecord {
  return { task, leader };
}

/** What the id of a task begins with says what it is. */
const ID_PREFIXES: Readonly<Record<TaskKind, string>> = {
  shell: 'b',
  agent: 'a',
  monitor: 'm',
  workflow: 'w',
  mcp: 'c',
};

function unusedId(taken: ReadonlyMap<string, unknown>, prefix: string): string {
  for (;;) {
    const id = `${prefix}${randomBytes(4).toString('hex')}`;
    if (!taken.has(id)) return id;
  }
}
