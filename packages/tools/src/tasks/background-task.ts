/** The status of a background task. */
export type TaskStatus = { readonly status: 'running' } | TaskEnd;

export type TaskEnd =
  | { readonly status: 'exited'; readonly code: number }
  | { readonly status: 'signalled'; readonly signal: string }
  | { readonly status: 'timed-out'; readonly afterMs: number }
  | { readonly status: 'output-limit'; readonly limitBytes: number }
  /** `by`: who requested it. Undefined if unknown. */
  | { readonly status: 'stopped'; readonly by?: TaskStopper | undefined }
  /** A model's work finished. */
  | { readonly status: 'completed'; readonly text: string; readonly usage?: TaskUsage | undefined }
  /** It failed; `text`: what was done until then. */
  | { readonly status: 'failed'; readonly reason: string; readonly text?: string | undefined }
  /** The program that started it ended, and the task with it. */
  | { readonly status: 'lost' }
  /** It never ran. */
  | { readonly status: 'not-started'; readonly reason: string };

/** The kinds of background work. */
export const TASK_KINDS = ['shell', 'agent', 'monitor', 'workflow', 'mcp'] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

/** Who stopped a task: the user, a model through a tool, or the program. */
export type TaskStopper = 'person' | 'model' | 'program';

/** What a model used for a task. */
export interface TaskUsage {
  readonly totalTokens: number;
  readonly toolUses: number;
  readonly durationMs: number;
}

/** Work that continues after the call that started it: a snapshot. Immutable; the registry has the latest. */
export interface BackgroundTask {
  /** Short and not guessable: `b` and eight hexadecimal digits. */
  readonly id: string;
  readonly type: TaskKind;
  /** For a shell task its command, for an agent its task. */
  readonly command: string;
  /** What it does, in the words of the call that started it. Undefined: none were given, or an earlier process started it. */
  readonly description?: string | undefined;
  /** Absolute: grows while the task runs, and stays. */
  readonly outputPath: string;
  /** The call that started it; undefined if none did, or that is unknown. */
  readonly callId?: string | undefined;
  /** The agent that owns it and is notified of its end. Undefined: the main agent. */
  readonly agentId?: string | undefined;
  /** Of a task of the kind `agent`. */
  readonly agent?: TaskAgent | undefined;
  /** Its call waited for it before it became a task. Default: false. */
  readonly hasMoved?: boolean | undefined;
  readonly status: TaskStatus;
  /** Milliseconds since the Unix epoch. Undefined: an earlier process of the session started it. */
  readonly startedAt?: number | undefined;
  /** Details about its end, in sentences for the model. */
  readonly notes: readonly string[];
}

/** What else is known of an agent that works as a task. Its id is the task's. */
export interface TaskAgent {
  readonly type: string;
  readonly name: string;
  /** 1: the main agent opened it. */
  readonly depth: number;
  /** The agent that opened it. Undefined: the main one. */
  readonly parentId?: string | undefined;
  /** Its first prompt. Undefined: unknown. */
  readonly prompt?: string | undefined;
  /** Its call waits for its end, so that no one needs to be notified of that. */
  readonly isForeground: boolean;
  /** It stays in its team when its turn has ended. Default: false. */
  readonly isTeammate?: boolean | undefined;
}

export function isRunning({ status }: BackgroundTask): boolean {
  return status.status === 'running';
}

/** It is running and nothing waits for it: not an agent in the foreground. */
export function runsInBackground(task: BackgroundTask): boolean {
  return isRunning(task) && task.agent?.isForeground !== true;
}
