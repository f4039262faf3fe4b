import { randomBytes } from 'node:crypto';
import { isRunning, type BackgroundTask, type TaskKind, type TaskStopper } from './background-task.ts';
import { findTaskLeader, type TaskLeader } from './task-leader.ts';
import type { TaskRecord, TaskRecords } from './task-records.ts';
import type { EndedWork, NewTask, TaskRegistry } from './task-registry.ts';
import { waitingNote } from './waiting-note.ts';

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

const MAX_RUNNING = 32;
/** Number of ended tasks to remember. */
const MAX_ENDED = 256;
/** Number of ended tasks to record for the session's next process: the latest ones. */
const MAX_RECORDED = 256;
/** Milliseconds after which a leader is looked for again: it may not have been started yet. */
const SECOND_LOOK_MS = 1_000;

interface Entry {
  /** In the order in which they started. */
  readonly sequence: number;
  task: BackgroundTask;
  readonly work: NewTask | undefined;
  leader: TaskLeader | undefined;
  /** The agent was notified that it seems to wait for an answer. */
  isWaitReported: boolean;
  /** Who requested its end. */
  stoppedBy: TaskStopper | undefined;
  isReported: boolean;
  readonly ended: Promise<void>;
}

export function createTaskRegistry(options: TaskRegistryOptions = {}): TaskRegistry {
  const { records, earlier = [], onProblem = () => {}, maxRunning = MAX_RUNNING, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  const listeners = new Set<(task: BackgroundTask) => void>();
  let events: { readonly id: string; readonly text: string }[] = [];
  const offers = new Set<{ readonly callId: string; readonly move: () => boolean }>();
  let disposed: Promise<readonly BackgroundTask[]> | undefined;

  let sequence = 0;
  const nextSequence = (): number => (sequence += 1);
  /** Running ones, and ended ones not yet reported, each in order of that event. */
  const running = new Set<Entry>();
  const untold = new Set<Entry>();
  /** Ended ones that were reported. */
  const told: Entry[] = [];

  const record = (): void => {
    if (records === undefined) return;
    const ended = [...untold].slice(-MAX_RECORDED);
    // Journals tell which agents had not ended.
    const going = [...running].filter(({ task }) => task.type !== 'agent');
    const problem = records.write([...ended, ...going].toSorted(byStart).map(recordOf));
    if (problem !== undefined) onProblem(problem);
  };
  const ownerOf = (id: string): string | undefined => entries.get(id)?.task.agentId;
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
    if (entry.isReported) keepReported(entry);
    else untold.add(entry);
    forgetOldest();
    record();
    tell(entry.task);
  };

  const keepReported = (entry: Entry): void => {
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

  const unreportedOf = (agentId: string | undefined): readonly Entry[] =>
    [...untold].filter(({ task }) => task.agentId === agentId).toSorted(byStart);

  const markReported = (entry: Entry): void => {
    entry.isReported = true;
    if (untold.delete(entry)) keepReported(entry);
  };

  const takeWaiting = (agentId: string | undefined): readonly BackgroundTask[] =>
    [...running].flatMap((entry) => {
      if (entry.task.agentId !== agentId || entry.task.type !== 'shell') return [];
      const note = entry.isWaitReported ? undefined : waitingNote(entry.task.outputPath, now());
      if (note === undefined) return [];
      entry.isWaitReported = true;
      return [{ ...entry.task, notes: [note] }];
    });

  for (const known of earlier) {
    const ended = Promise.resolve();
    // The agents of an earlier process are gone.
    const task = { ...known, agentId: undefined };
    const entry: Entry = {
      sequence: nextSequence(),
      task,
      work: undefined,
      leader: undefined,
      isWaitReported: false,
      stoppedBy: undefined,
      isReported: false,
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
        startedAt: now(),
        notes: [],
      };
      const entry: Entry = {
        sequence: nextSequence(),
        task,
        work,
        leader: undefined,
        isWaitReported: false,
        stoppedBy: undefined,
        isReported: agent?.isForeground === true,
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
      // Disposed meanwhile: nothing may continue.
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
        // Anyone who stops it learns about its end from that.
        entry.isReported = true;
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
    untold: (agentId) => unreportedOf(agentId).map(({ task }) => task),
    takeFinished(agentId) {
      const finished = unreportedOf(agentId);
      for (const entry of finished) markReported(entry);
      // Only after the receiver has had time to journal the notification: after a crash, twice is better than never.
      if (finished.length > 0) setImmediate(record);
      return [...takeWaiting(agentId), ...finished.map(({ task }) => task)];
    },
    addEvents(id, text) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      events.push({ id, text });
      tell(entry.task);
    },
    hasEvents: (agentId) => events.some(({ id }) => ownerOf(id) === agentId),
    takeEvents(agentId) {
      const taken = events.filter(({ id }) => ownerOf(id) === agentId);
      events = events.filter(({ id }) => ownerOf(id) !== agentId);
      return taken.map(({ text }) => text);
    },
    moveToBackground(id) {
      const entry = entries.get(id);
      const agent = entry?.task.agent;
      if (entry === undefined || agent?.isForeground !== true || !isRunning(entry.task)) return false;
      entry.isReported = false;
      entry.task = { ...entry.task, agent: { ...agent, isForeground: false } };
      tell(entry.task);
      return true;
    },
    offerMove(callId, move) {
      const offer = { callId, move };
      offers.add(offer);
      return () => void offers.delete(offer);
    },
    moveWaiting(callId) {
      const chosen = [...offers].filter((offer) => callId === undefined || offer.callId === callId);
      return chosen.filter(({ move }) => move()).length;
    },
    disown(agentId) {
      for (const entry of entries.values()) {
        if (entry.task.agentId === agentId) entry.task = { ...entry.task, agentId: undefined };
      }
    },
    markReported(id) {
      const entry = entries.get(id);
      if (entry === undefined || isRunning(entry.task) || entry.isReported) return;
      markReported(entry);
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

function byStart(a: Entry, b: Entry): number {
  return a.sequence - b.sequence;
}

function recordOf({ task, leader }: Entry): TaskRecord {
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

function unusedId(taken: ReadonlyMap<string, unknown>, prefix: string): string {
  for (;;) {
    const id = `${prefix}${randomBytes(4).toString('hex')}`;
    if (!taken.has(id)) return id;
  }
}
