import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { AnyTool } from '@sluice/core';

/** A model that answers sooner leaves no time in which nothing else is to be done. */
const AFTER_MS = 40;

/**
 * Does, while the model is waited for, what its first calls would have to wait for: one thing after the other, with a turn
 * for all else between them. Whatever can't be done is tried again, and told, by the call that needs it. Keeps no program
 * from ending.
 */
export async function workAhead(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  await delay(AFTER_MS, undefined, { ref: false });
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
  return loading.length === 0 ? [] : [...loading, prepareCommands];
}
