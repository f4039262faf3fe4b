/** What has become of a background task. */
export type TaskStatus = { readonly status: 'running' } | TaskEnd;

export type TaskEnd =
  | { readonly status: 'exited'; readonly code: number }
  | { readonly status: 'signalled'; readonly signal: string }
  | { readonly status: 'timed-out'; readonly afterMs: number }
  | { readonly status: 'output-limit'; readonly limitBytes: number }
  /** `by`: who asked for it. Undefined: that is not known. */
  | { readonly status: 'stopped'; readonly by?: TaskStopper | undefined }
  /** Work of a model came to its end. */
  | { readonly status: 'completed'; readonly text: string; readonly usage?: TaskUsage | undefined }
  /** It could not be done; `text`: what was done until then. */
  | { readonly status: 'failed'; readonly reason: string; readonly text?: string | undefined }
  /** The program around it ended, and it with that. */
  | { readonly status: 'lost' }
  /** It never ran. */
  | { readonly status: 'not-started'; readonly reason: string };

/** What kinds of work go on in the background. */
export const TASK_KINDS = ['shell', 'agent', 'monitor', 'workflow', 'mcp'] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

/** Who has stopped a task: a person, a model by a tool, or the program. */
export type TaskStopper = 'person' | 'model' | 'program';

/** What a model has used for a task. */
export interface TaskUsage {
  readonly totalTokens: number;
  readonly toolUses: number;
  readonly durationMs: number;
}

/** Work that goes on after the call that started it, as it stands now. Immutable: the registry holds the latest. */
export interface BackgroundTask {
  /** Short, and not to be guessed: `b` and eight hexadecimal digits. */
  readonly id: string;
  readonly type: TaskKind;
  /** For a shell task its command, for an agent what it is to do. */
  readonly command: string;
  /** Absolute: grows while the task runs, and stays. */
  readonly outputPath: string;
  /** The call that it comes from; undefined: it comes from none, or that is not known. */
  readonly callId?: string | undefined;
  /** The agent that owns it, and is told of its end. Undefined: the main one. */
  readonly agentId?: string | undefined;
  /** Of a task of the kind `agent`. */
  readonly agent?: TaskAgent | undefined;
  readonly status: TaskStatus;
  /** More to say of its end, in sentences for the model. */
  readonly notes: readonly string[];
}

/** What else is known of an agent that works as a task. Its id is the task's. */
export interface TaskAgent {
  readonly type: string;
  readonly name: string;
  /** 1: the main agent opened it. */
  readonly depth: number;
  /** Its call waits for its end, so that nobody needs to be notified of that. */
  readonly isForeground: boolean;
}

export function isRunning({ status }: BackgroundTask): boolean {
  return status.status === 'running';
}
