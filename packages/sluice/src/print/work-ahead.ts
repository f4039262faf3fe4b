import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyTool } from '@sluice/core';

/** Turns of the event loop after which a request that was just begun is on its way to a server that is near. */
const TURNS = 3;

/**
 * Does, while the model is waited for, what its first calls would have to wait for: one thing after the other, with a turn
 * for all else between them. Whatever can't be done is tried again, and told, by the call that needs it.
 */
export async function workAhead(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  for (const step of steps) {
    try {
      await step();
    } catch {
      // See above.
    }
    await nextTurn();
  }
}

/** What the first calls of these tools need: what they load, and what stands by while commands run. */
export function stepsAhead(
  tools: readonly AnyTool[],
  prepareCommands: () => void,
): readonly (() => void | Promise<void>)[] {
  const loading = tools.filter(({ load }) => load !== undefined).map((tool) => () => tool.load?.());
  // Last, since it takes a processor that a server on this machine may want.
  return loading.length === 0 ? [] : [...loading, prepareCommands];
}
