import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyTool } from '@sluice/core';

/** Does in advance, while the program would be idle, what the first calls would have to wait for. */
interface WorkAhead {
  /** The program is waiting for a model. */
  begin(): void;
  /** The model has started to respond: unfinished steps wait for the next time. */
  hold(): void;
}

type Step = () => void | Promise<void>;

/** If the model responds sooner, there was no idle time. */
const AFTER_MS = 40;

/**
 * One step at a time, yielding to everything else in between. A failed step is retried, and reported, by the call that
 * needs it. Doesn't keep the program running.
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

/** What these tools' first calls need: the code they load, and what runs alongside commands. */
export function stepsAhead(tools: readonly AnyTool[], prepareCommands: () => void): readonly Step[] {
  const loading = tools.filter(({ load }) => load !== undefined).map((tool) => () => tool.load?.());
  return loading.length === 0 ? [] : [...loading, prepareCommands];
}
