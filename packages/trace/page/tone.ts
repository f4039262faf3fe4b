import type { TraceCall, TraceItem } from '../src/data/trace-data.ts';

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
  lost: 'No result: the session ended first',
};

export function outcomeText(outcome: string): string {
  return OUTCOMES[outcome] ?? outcome;
}

/** Milliseconds in the stages in which a call only waits for its turn. */
export function waitedMs(call: TraceCall): number {
  return call.stages.reduce((sum, { name, ms }) => (name === 'queued' ? sum + ms : sum), 0);
}

export function wasAsked(call: TraceCall): boolean {
  return call.decision?.asked !== undefined || call.stages.some(({ name }) => name === 'asking');
}

/** Shorter waits are the scheduler's own work. */
const WORTH_SHOWING_MS = 5;

export function hasWaited(call: TraceCall): boolean {
  return call.waits.length > 0 || waitedMs(call) >= WORTH_SHOWING_MS;
}

export const FACETS: readonly { readonly name: string; readonly fits: (item: TraceItem) => boolean }[] = [
  { name: 'All', fits: () => true },
  { name: 'Failed', fits: (item) => item.kind === 'call' && toneOf(item) === 'error' },
  { name: 'Denied', fits: (item) => item.kind === 'call' && toneOf(item) === 'denied' },
  { name: 'Asked', fits: (item) => item.kind === 'call' && wasAsked(item) },
  { name: 'Waited', fits: (item) => item.kind === 'call' && hasWaited(item) },
  { name: 'Hooks', fits: (item) => item.kind === 'hook' || (item.kind === 'call' && item.hooks.length > 0) },
  { name: 'Files', fits: (item) => item.kind === 'call' && item.files.length > 0 },
];
