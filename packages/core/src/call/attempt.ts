import type { Call } from './call.ts';
import type { Stopwatch } from './stopwatch.ts';

/** One run of a tool. A call that must begin again makes a new one; what the old still says is not heard. */
export interface Attempt {
  readonly call: Call;
  readonly number: number;
  stopwatch: Stopwatch | undefined;
}

export function isCurrent({ call, number }: Attempt): boolean {
  return call.attempt === number && call.state.status === 'executing';
}
