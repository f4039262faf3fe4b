/** A prompt that is sent again at certain times. */
export interface ScheduledJob {
  readonly id: string;
  /** Five fields in local time. */
  readonly cron: string;
  readonly prompt: string;
  /** False: it is sent once. */
  readonly recurring: boolean;
  /** It is kept for later sessions in the project. */
  readonly durable: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Runs up to this time are done. Milliseconds since the Unix epoch; undefined: it hasn't run. */
  readonly doneUntil?: number | undefined;
}

/** A run that is due. */
export interface DueRun {
  readonly job: ScheduledJob;
  /** When it should have been, in milliseconds since the Unix epoch. */
  readonly dueAt: number;
  /** The job is over after it, because of its age. */
  readonly isLast: boolean;
}
