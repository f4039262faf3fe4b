import type { BackgroundTask, TaskAgent, TaskEnd, TaskKind, TaskStopper } from './background-task.ts';

/** How the work of a task ended. */
export interface EndedWork {
  readonly end: TaskEnd;
  /** Details, in sentences for the model. */
  readonly notes: readonly string[];
}

/** Work to run as a task. */
export interface NewTask {
  /** Unique in the session. Default: random. */
  readonly id?: string | undefined;
  readonly type: TaskKind;
  /** For the kind `agent`. */
  readonly agent?: TaskAgent | undefined;
  readonly command: string;
  /** What it does, in the words of the call that started it. */
  readonly description?: string | undefined;
  readonly outputPath: string;
  /** Its call waited for it before it became a task. Default: false. */
  readonly hasMoved?: boolean | undefined;
  /** Must not reject. The registry distinguishes `stopped` and `lost` itself. */
  readonly ended: Promise<EndedWork>;
  /** The call that started it. */
  readonly callId?: string;
  /** The agent that owns it. Default: the main one. */
  readonly agentId?: string | undefined;
  /** Tells the work and all its processes to end; `ended` settles when they have. `by`: who asked for it; undefined: the session ends. */
  readonly end: (by?: TaskStopper) => void;
}

/** The background tasks of one session, running and ended. */
export interface TaskRegistry {
  /** Whether one more may run. */
  readonly hasRoom: boolean;
  /** Reserves a place for work that is about to start, until the returned function releases it; undefined if there is no room. */
  reserve(): (() => void) | undefined;
  /** Adds work that already runs; release its reservation first. */
  adopt(task: NewTask): BackgroundTask;
  get(id: string): BackgroundTask | undefined;
  /** Oldest first. Of old ended ones only the latest are kept. */
  list(): readonly BackgroundTask[];
  /** Ends it and waits for that; an ended one stays as it is. Undefined if there is no such task. */
  stop(id: string, by: TaskStopper): Promise<BackgroundTask | undefined>;
  /** Waits for its end, but only until `signal` is aborted. Undefined if there is no such task. */
  wait(id: string, signal: AbortSignal): Promise<BackgroundTask | undefined>;
  /** Ended tasks whose owner was not notified. Default: the main agent's. */
  untold(agentId?: string): readonly BackgroundTask[];
  /**
   * Unreported tasks of one owner: ended ones, each returned once; before them running ones that seem to wait for an answer, with a note
   * about it, also once. Default: the main agent's.
   */
  takeFinished(agentId?: string): readonly BackgroundTask[];
  /** Something a running task has to tell its owner before it ends. Must be text for a model. Does nothing for a task that is unknown. */
  addEvents(id: string, text: string): void;
  /** Whether there are such texts for an owner. Default: the main agent. */
  hasEvents(agentId?: string): boolean;
  /** Removes and returns them, in their order. Default: the main agent's. */
  takeEvents(agentId?: string): readonly string[];
  /** The call of an agent in the foreground no longer waits for it: its owner is notified of its end. False: it doesn't run in the foreground. */
  moveToBackground(id: string): boolean;
  /**
   * A call waits for work that can go on without it. `move` makes the call end while its work becomes a task; false: there is no room for
   * one. Answers with how to take the offer back.
   */
  offerMove(callId: string, move: () => boolean): () => void;
  /** Moves to the background what calls wait for, or what one call waits for. The number of calls that end because of it. */
  moveWaiting(callId?: string): number;
  /** An agent has ended: its tasks now belong to the main agent. */
  disown(agentId: string): void;
  /** Marks a task's end as reported to the one who asked for it. */
  markReported(id: string): void;
  /** Told of each task that begins, moves to the background or ends, at once. Must not throw. Answers with how to be told no more. */
  watch(listener: (task: BackgroundTask) => void): () => void;
  /** Ends and returns what runs; no task can be added anymore. May be called again. */
  dispose(): Promise<readonly BackgroundTask[]>;
}
