import type { RunEvent } from '@sluice/core';
import type { BackgroundTask } from '@sluice/tools';
import type { Summary } from '../tally.ts';

/** How an event is displayed; empty texts display nothing. Each text consists of complete lines. */
export interface Shown {
  /** For standard output. */
  readonly out: string;
  /** For standard error. */
  readonly err: string;
}

/** How a run is displayed. */
export interface View {
  show(event: RunEvent): Shown;
  /** A background task has started or ended. */
  showTask(task: BackgroundTask): Shown;
  /** The end of the run. */
  close(summary: Summary): Shown;
}

export const NOTHING: Shown = { out: '', err: '' };
