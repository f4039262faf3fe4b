/** What has become of a background task. */
export type TaskStatus = { readonly status: 'running' } | TaskEnd;

export type TaskEnd =
  | { readonly status: 'exited'; readonly code: number }
  | { readonly status: 'signalled'; readonly signal: string }
  | { readonly status: 'timed-out'; readonly afterMs: number }
  | { readonly status: 'output-limit'; readonly limitBytes: number }
  | { readonly status: 'stopped' }
  /** The program around it ended, and it with that. */
  | { readonly status: 'lost' }
  /** It never ran. */
  | { readonly status: 'not-started'; readonly reason: string };

/** Work that goes on after the call that started it, as it stands now. Immutable: the registry holds the latest. */
export interface BackgroundTask {
  /** Short, and not to be guessed: `b` and eight hexadecimal digits. */
  readonly id: string;
  /** What kind of work: `shell`. */
  readonly type: string;
  /** For a shell task its command. */
  readonly command: string;
  /** Absolute: grows while the task runs, and stays. */
  readonly outputPath: string;
  /** The call that it comes from; undefined: it comes from none, or that is not known. */
  readonly callId?: string | undefined;
  readonly status: TaskStatus;
  /** More to say of its end, in sentences for the model. */
  readonly notes: readonly string[];
}

export function isRunning({ status }: BackgroundTask): boolean {
  return status.status === 'running';
}
