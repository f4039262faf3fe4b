import type { Run, RunEvent } from '../../src/index.ts';
import type { FakeClock } from '../../src/ports/memory/fake-clock.ts';

/** Reads a run to its end; whenever nothing more can happen by itself, `step` is asked to move time on. */
export async function drive(run: Run, clock: FakeClock, step?: (tick: number) => void): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  let isDone = false;
  const reading = (async () => {
    for await (const event of run) events.push(event);
    isDone = true;
  })();
  let failure: unknown;
  reading.catch((error: unknown) => {
    failure = error;
    isDone = true;
  });
  for (let tick = 0; !isDone; tick += 1) {
    await quiet();
    if (isDone) break;
    if (tick > 100_000) throw new Error('The run does not end.');
    step?.(tick);
    clock.advance(clock.untilNext ?? 1);
  }
  if (failure !== undefined) throw failure;
  return events;
}

/** Until all promises that can resolve by themselves have. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
