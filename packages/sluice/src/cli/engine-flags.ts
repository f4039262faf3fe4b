import { orList, parsePositive } from '@sluice/base';
import type { Cascade, Scheduling } from '@sluice/core';
import { oneOf } from './one-of.ts';

/** How calls are scheduled: the flags of every command that runs calls. Absent flags are undefined. */
export interface EngineFlags {
  readonly maxConcurrency: number | undefined;
  readonly scheduling: Scheduling | undefined;
  readonly start: 'stream' | 'message' | undefined;
  readonly cascade: Cascade | undefined;
}

export const ENGINE_FLAGS = {
  'max-concurrency': { type: 'string' },
  scheduling: { type: 'string' },
  start: { type: 'string' },
  cascade: { type: 'string' },
} as const;

const SCHEDULINGS = ['claims', 'strict'] as const;
const STARTS = ['stream', 'message'] as const;
const CASCADES = ['effects', 'all-shell', 'none'] as const;
const POSITIVE = 'a positive whole number';

/** What each flag expects as its value. */
export const ENGINE_EXPECTED = {
  'max-concurrency': POSITIVE,
  scheduling: orList(SCHEDULINGS),
  start: orList(STARTS),
  cascade: orList(CASCADES),
};

type Values = { readonly [Name in keyof typeof ENGINE_FLAGS]?: string | undefined };

export function parseEngineFlags(
  values: Values,
): { readonly ok: true; readonly flags: EngineFlags } | { readonly ok: false; readonly message: string } {
  const scheduling = oneOf('--scheduling', values.scheduling, SCHEDULINGS);
  if (!scheduling.ok) return scheduling;
  const start = oneOf('--start', values.start, STARTS);
  if (!start.ok) return start;
  const cascade = oneOf('--cascade', values.cascade, CASCADES);
  if (!cascade.ok) return cascade;
  const cap = values['max-concurrency'];
  const maxConcurrency = cap === undefined ? undefined : parsePositive(cap);
  if (cap !== undefined && maxConcurrency === undefined)
    return { ok: false, message: `--max-concurrency must be ${POSITIVE}; got ${JSON.stringify(cap)}` };
  return {
    ok: true,
    flags: { maxConcurrency, scheduling: scheduling.value, start: start.value, cascade: cascade.value },
  };
}
