import type { OutcomeCode, RunEvent } from '@sluice/core';

/** What a run came to. Times in milliseconds. */
export interface Summary {
  readonly calls: number;
  /** Those that occurred, in a fixed order. */
  readonly outcomes: Readonly<Partial<Record<OutcomeCode, number>>>;
  /** Calls whose message was retracted; also counted in the others. */
  readonly discarded: number;
  readonly wallMs: number;
  /** Sum of the executing times of all calls. */
  readonly callMs: number;
  /** The most calls that executed at one moment. */
  readonly peakConcurrency: number;
  readonly messages: number;
  readonly errors: number;
  /** Lines of the input that were too long to be read, each counted in `errors` too. */
  readonly skippedLines: number;
  /** Where results too long to show were left, when that is a temporary place. */
  readonly keptResults: string | undefined;
  /** Ids of background tasks that were ended with the run. */
  readonly endedTasks: readonly string[];
}

/** Counts what a run says about itself. */
export interface Tally {
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
