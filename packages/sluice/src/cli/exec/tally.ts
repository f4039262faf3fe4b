import type { OutcomeCode, RunEvent } from '@sluice/core';

/** The totals of a run. Times in milliseconds. */
export interface Summary {
  readonly calls: number;
  /** Those that occurred, in a fixed order. */
  readonly outcomes: Readonly<Partial<Record<OutcomeCode, number>>>;
  /** Calls whose message was retracted; also included in the others. */
  readonly discarded: number;
  readonly wallMs: number;
  /** Sum of the execution times of all calls. */
  readonly callMs: number;
  /** The most calls that executed at the same time. */
  readonly peakConcurrency: number;
  readonly messages: number;
  readonly errors: number;
  /** Input lines that were too long to read, each also included in `errors`. */
  readonly skippedLines: number;
  /** The directory of results too long to show, if it is a temporary one. */
  readonly keptResults: string | undefined;
  /** Ids of background tasks that were ended with the run. */
  readonly endedTasks: readonly string[];
}

/** Collects the totals of a run. */
interface Tally {
  add(event: RunEvent): void;
  summary(end: Pick<Summary, 'wallMs' | 'keptResults' | 'endedTasks'>): Summary;
}

const NONE: Readonly<Record<OutcomeCode, 0>> = {
  ok: 0,
  'tool-error': 0,
  'invalid-input': 0,
  'unknown-tool': 0,
  denied: 0,
  'blocked-by-hook': 0,
  suspended: 0,
  cancelled: 0,
  'outcome-unknown': 0,
};

export function createTally(): Tally {
  const counts: Record<OutcomeCode, number> = { ...NONE };
  const executing = new Set<string>();
  let [calls, discarded, callMs, peakConcurrency, messages, errors, skippedLines] = [0, 0, 0, 0, 0, 0, 0];

  return {
    add(event) {
      switch (event.type) {
        case 'call-state': {
          const key = `${event.messageId} ${event.callId}`;
          if (event.status === 'executing') executing.add(key);
          else executing.delete(key);
          peakConcurrency = Math.max(peakConcurrency, executing.size);
          break;
        }
        case 'tool-result':
          calls += 1;
          counts[event.outcome.code] += 1;
          callMs += event.record.executingMs;
          if (event.isDiscarded) discarded += 1;
          break;
        case 'message':
          messages += 1;
          break;
        case 'error':
          errors += 1;
          if (event.code === 'line-too-long') skippedLines += 1;
          break;
        default:
      }
    },
    summary: ({ wallMs, keptResults, endedTasks }) => ({
      calls,
      outcomes: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      discarded,
      wallMs,
      callMs,
      peakConcurrency,
      messages,
      errors,
      skippedLines,
      keptResults,
      endedTasks,
    }),
  };
}
