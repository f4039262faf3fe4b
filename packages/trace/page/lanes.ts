import type { TraceAgent, TraceCall, TraceTurn } from '../src/data/trace-data.ts';
import { Heap } from './heap.ts';

/** The calls of an agent, so that none overlaps another in its lane. */
export interface Track {
  readonly agent: TraceAgent;
  readonly depth: number;
  readonly turns: readonly TraceTurn[];
  readonly lanes: readonly (readonly TraceCall[])[];
}

/** @param calls ordered by start */
export function packLanes(
  calls: readonly TraceCall[],
  endOf: (call: TraceCall) => number,
): readonly (readonly TraceCall[])[] {
  const lanes: TraceCall[][] = [];
  const busy = new Heap<{ readonly end: number; readonly lane: number }>((a, b) => a.end - b.end);
  const free = new Heap<number>((a, b) => a - b);
  for (const call of calls) {
    for (let first = busy.peek(); first !== undefined && first.end <= call.start; first = busy.peek()) {
      busy.pop();
      free.push(first.lane);
    }
    const lane = free.pop() ?? lanes.length;
    const of = lanes[lane];
    if (of === undefined) lanes.push([call]);
    else of.push(call);
    busy.push({ end: endOf(call), lane });
  }
  return lanes;
}
