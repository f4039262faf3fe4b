import type { TraceCall, TraceItem } from '../src/data/trace-data.ts';
import { toneOf } from './tone.ts';

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
