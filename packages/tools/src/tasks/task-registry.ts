import type { BackgroundTask, TaskAgent, TaskEnd, TaskKind, TaskStopper } from './background-task.ts';

/** How the work of a task came to its end. */
export interface EndedWork {
  readonly end: TaskEnd;
  /** More to say of it, in sentences for the model. */
  readonly notes: readonly string[];
}

/** Work that is to go on as a task. */
export interface NewTask {
  /** Unique in the session. Default: random. */
  readonly id?: string | undefined;
  readonly type: TaskKind;
  /** For the kind `agent`. */
  readonly agent?: TaskAgent | undefined;
  readonly command: string;
  readonly outputPath: string;
  /** Must not reject. `stopped` and `lost` are told apart by the registry. */
  readonly ended: Promise<EndedWork>;
  /** The call that it comes from. */
  readonly callId?: string;
  /** The agent that owns it. Default: the main one. */
  readonly agentId?: string | undefined;
  /** Tells the work and all its processes to end; `ended` settles when they have. `by`: who asked for it; undefined: the session ends. */
  readonly end: (by?: TaskStopper) => void;
}

/** What runs in the background of one session, and what has become of it. */
export interface TaskRegistry {
  /** Whether one more may run. */
  readonly hasRoom: boolean;
  /** Keeps a place for work that is about to begin, until the answer gives it back; undefined: there is no room. */
  reserve(): (() => void) | undefined;
  /** Takes up work that runs already; whoever kept a place for it gives that back first. */
  adopt(task: NewTask): BackgroundTask;
  get(id: string): BackgroundTask | undefined;
  /** Oldest first. Of those that ended long ago only the latest are kept. */
  list(): readonly BackgroundTask[];
  /** Ends it and waits for that; one that had ended stays as it is. Undefined: there is no such task. `by` defaults to `model`. */
  stop(id: string, by?: TaskStopper): Promise<BackgroundTask | undefined>;
  /** Waits for its end, but no longer than until `signal` says so. Undefined: there is no such task. */
  wait(id: string, signal: AbortSignal): Promise<BackgroundTask | undefined>;
  /** Tasks that have ended, and whose owner was not told. Default: the main agent's. */
  untold(agentId?: string): readonly BackgroundTask[];
  /**
   * What nobody was told of: tasks that have ended, each handed out once; before them those that run and seem to wait for an answer,
   * with a note of it, once as well. Those of one owner. Default: of the main agent.
   */
  takeFinished(agentId?: string): readonly BackgroundTask[];
  /** The call of an agent in the foreground no longer waits for it: its owner is told of its end. False: it doesn't run in the foreground. */
  moveToBackground(id: string): boolean;
  /** An agent has ended: what it owned belongs to the main agent from now on. */
  disown(agentId: string): void;
  /** Whoever asked for it has been told how this one ended. */
  markTold(id: string): void;
  /** Told of each task that begins, moves to the background or ends, at once. Must not throw. Answers with how to be told no more. */
  watch(listener: (task: BackgroundTask) => void): () => void;
  /** Ends what runs, and answers with it; nothing is taken up any more. May be called again. */
  dispose(): Promise<readonly BackgroundTask[]>;
}
