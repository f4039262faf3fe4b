import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyTool } from '@sluice/core';

/** Turns of the event loop after which a request that was just begun is on its way to a server that is near. */
const TURNS = 3;

/**
 * Loads what tools need for their first calls, while the model is waited for: one after the other, with a turn for all
 * else between them. A tool that can't be loaded says so at its call.
 */
export async function loadAhead(tools: readonly AnyTool[]): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  for (const tool of tools) {
    if (tool.load === undefined) continue;
    try {
      await tool.load();
    } catch {
      // Its first call tries again.
    }
    await nextTurn();
  }
}
