import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyTool } from '@sluice/core';

/** Does what first calls would have to wait for, while nothing else is to be done. */
export interface WorkAhead {
  /** A model is waited for. */
  begin(): void;
  /** It has begun to answer: what is not done yet waits for the next time. */
  hold(): void;
}

type Step = () => void | Promise<void>;

/** A model that answers sooner leaves no time in which nothing else is to be done. */
const AFTER_MS = 40;

/**
 * One step after the other, with a turn for all else between them. Whatever can't be done is tried again, and told, by the
 * call that needs it. Keeps no program from ending.
 */
export function createWorkAhead(steps: readonly Step[]): WorkAhead {
  const left = [...steps];
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  let isWorking = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (isWaiting) {
      const step = left.shift();
      if (step === undefined) break;
      try {
        await step();
      } catch {
        // See above.
      }
      await nextTurn();
    }
    isWorking = false;
  }

  return {
    begin() {
      if (isWaiting || left.length === 0) return;
      isWaiting = true;
      timer = setTimeout(() => void work(), AFTER_MS).unref();
    },
    hold() {
      if (!isWaiting) return;
      isWaiting = false;
      clearTimeout(timer);
    },
  };
}

/** What the first calls of these tools need: what they load, and what stands by while commands run. */
export function stepsAhead(tools: readonly AnyTool[], prepareCommands: () => void): readonly Step[] {
  const loading = tools.filter(({ load }) => load !== undefined).map((tool) => () => tool.load?.());
  return loading.length === 0 ? [] : [...loading, prepareCommands];
}
