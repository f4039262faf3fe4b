import type { TraceCall } from '../src/data/trace-data.ts';

export type Tone = 'ok' | 'error' | 'denied' | 'gone' | 'running';

/** The color of a call. */
export function toneOf({ outcome, isError }: TraceCall): Tone {
  switch (outcome) {
    case 'ok':
      return 'ok';
    case 'denied':
    case 'blocked-by-hook':
      return 'denied';
    case 'cancelled':
    case 'outcome-unknown':
    case 'lost':
      return 'gone';
    case 'waiting':
    case 'left-open':
    case 'running':
      return 'running';
    default:
      return isError ? 'error' : 'ok';
  }
}

const OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'Completed',
  'tool-error': 'Failed',
  'invalid-input': 'Invalid input',
  'unknown-tool': 'Unknown tool',
  denied: 'Denied',
  'blocked-by-hook': 'Blocked by a hook',
  cancelled: 'Canceled',
  'outcome-unknown': 'Outcome unknown',
  waiting: 'Waiting',
  running: 'Running',
  'left-open': 'Open: it waits for an answer',
  lost: 'No result: the session ended first',
};

export function outcomeText(outcome: string): string {
  return OUTCOMES[outcome] ?? outcome;
}
