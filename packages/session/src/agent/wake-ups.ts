import type { Attachment } from '@sluice/agent';
import { taskNotes, type TaskRegistry } from '@sluice/tools';
import type { BackgroundHooks } from '../hooks/background-hooks.ts';
import type { WaitingTexts } from '../hooks/waiting-texts.ts';

/** What wakes a model that has nothing to do, the most urgent first. A person goes before all of it. */
export type WakeCause = 'message' | 'hook' | 'task' | 'schedule';

/** What waits to be told to one agent's model: messages of other agents, hooks, background tasks that have ended, schedules. */
export interface WakeUps {
  /** It waits to be told now, and `take` has it; undefined: what waits, if anything does, may wait on. */
  due(): WakeCause | undefined;
  /**
   * It is to be told although no person will say anything any more: everything but a schedule and the end of a shell
   * command, whose output nobody could ask for.
   */
  isOwed(): boolean;
  /** Hooks still run that may wake it. */
  mayCome(): boolean;
  /** Adds a text of another agent, or of a schedule. */
  send(origin: 'agent' | 'schedule', text: string): void;
  /** Hands over what waits, in the order of `WakeCause`. */
  take(): readonly Attachment[];
  /** Told whenever any of it may have changed. Must not throw; the returned function ends that. */
  watch(listener: () => void): () => void;
  /** Nothing wakes the model any more. */
  close(): void;
}

export interface WakeSources {
  readonly texts: Pick<WaitingTexts, 'isUrgent' | 'onUrgent' | 'take'>;
  readonly hooks: Pick<BackgroundHooks, 'mayWake' | 'onEnd'>;
  readonly tasks: Pick<TaskRegistry, 'untold' | 'takeFinished' | 'watch'>;
  /** Whose tasks wake it. Undefined: the main agent's. */
  readonly agentId: string | undefined;
}

export function wakeUps({ texts, hooks, tasks, agentId }: WakeSources): WakeUps {
  // Those that an earlier program of the session has left can wait for the next prompt.
  let hasEnded = false;
  let sent: { readonly origin: 'agent' | 'schedule'; readonly text: string }[] = [];
  const listeners = new Set<() => void>();
  const unwatchTasks = tasks.watch(({ status, agentId: owner }) => {
    if (status.status !== 'running' && owner === agentId) hasEnded = true;
  });
  const endedTasks = (): ReturnType<TaskRegistry['untold']> => {
    const untold = hasEnded ? tasks.untold(agentId) : [];
    hasEnded &&= untold.length > 0;
    return untold;
  };
  const hasSent = (origin: 'agent' | 'schedule'): boolean => sent.some((one) => one.origin === origin);
  return {
    due() {
      if (hasSent('agent')) return 'message';
      if (texts.isUrgent()) return 'hook';
      if (endedTasks().length > 0) return 'task';
      return hasSent('schedule') ? 'schedule' : undefined;
    },
    isOwed: () => hasSent('agent') || texts.isUrgent() || endedTasks().some(({ type }) => type !== 'shell'),
    mayCome: () => hooks.mayWake(),
    send(origin, text) {
      sent.push({ origin, text });
      for (const listener of [...listeners]) listener();
    },
    take() {
      const taken = sent;
      sent = [];
      const of = (wanted: string): readonly Attachment[] => taken.filter(({ origin }) => origin === wanted);
      return [
        ...of('agent'),
        ...texts.take().map((text) => ({ text, origin: 'hook' as const })),
        ...taskNotes(tasks.takeFinished(agentId)).map((text) => ({ text, origin: 'task' as const })),
        ...of('schedule'),
      ];
    },
    watch(listener) {
      listeners.add(listener);
      const ends = [texts.onUrgent(listener), hooks.onEnd(listener), tasks.watch(listener)];
      return () => {
        listeners.delete(listener);
        for (const end of ends) end();
      };
    },
    close: unwatchTasks,
  };
}
