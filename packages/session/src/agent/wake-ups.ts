import type { TaskRegistry } from '@sluice/tools';
import type { BackgroundHooks } from '../hooks/background-hooks.ts';
import type { WaitingTexts } from '../hooks/waiting-texts.ts';

/** What wakes a model that has nothing to do: a hook with `asyncRewake`, or a background task that has ended. */
export interface WakeUps {
  /** It waits to be told now, and `takeTexts` has it; undefined: what waits, if anything does, may wait on. */
  due(): 'hook' | 'task' | undefined;
  /** Hooks still run that may wake it. */
  mayCome(): boolean;
  /** Told whenever either may have changed. Must not throw; the returned function ends that. */
  watch(listener: () => void): () => void;
}

export function wakeUps(
  texts: Pick<WaitingTexts, 'isUrgent' | 'onUrgent'>,
  hooks: Pick<BackgroundHooks, 'mayWake' | 'onEnd'>,
  tasks: Pick<TaskRegistry, 'hasUntold' | 'watch'>,
): WakeUps {
  // Those that an earlier program of the session has left can wait for the next prompt.
  let hasEnded = false;
  tasks.watch(({ status }) => {
    if (status.status !== 'running') hasEnded = true;
  });
  const isTaskDue = (): boolean => {
    hasEnded &&= tasks.hasUntold;
    return hasEnded;
  };
  return {
    due: () => (texts.isUrgent() ? 'hook' : isTaskDue() ? 'task' : undefined),
    mayCome: () => hooks.mayWake(),
    watch(listener) {
      const ends = [texts.onUrgent(listener), hooks.onEnd(listener), tasks.watch(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
