import type { Attachment } from '@sluice/agent';
import { taskNotes, type TaskRegistry } from '@sluice/tools';
import type { BackgroundHooks } from '../hooks/background-hooks.ts';
import type { WaitingTexts } from '../hooks/waiting-texts.ts';

/** What can wake an idle model, the most urgent first. User messages come before all of them. */
export type WakeCause = 'message' | 'hook' | 'task' | 'schedule';

/**
 * What is waiting to be sent to one agent's model: messages from other agents, hooks, finished background
 * tasks, schedules.
 */
export interface WakeUps {
  /**
   * The most urgent cause that is due now; `take` returns its text. Undefined: anything that is waiting can
   * wait longer.
   */
  due(): WakeCause | undefined;
  /**
   * Something must be sent even if no more user messages can come: anything but a schedule and the end of a
   * command, whose output no one could ask for.
   */
  isOwed(): boolean;
  /** Hooks that may wake it are still running. */
  mayCome(): boolean;
  /** Messages from other agents that wait. */
  waitingMessages(): number;
  /** Adds a text from another agent or a schedule. With a key, it takes the place of one that is waiting. */
  send(origin: 'agent' | 'schedule', text: string, key?: string): void;
  /**
   * Adds a text from another agent. `onRead` is called once its model has answered a request that had it, and
   * must not throw; not called: it may not have got it.
   */
  sendMessage(text: string, onRead: () => void): void;
  /**
   * Removes and returns what is waiting, in the order of `WakeCause`.
   * @param isIdle the model was idle; schedules wait until it is. Default false
   */
  take(isIdle?: boolean): readonly Attachment[];
  /**
   * Called whenever any of it may have changed. The listener must not throw. Returns a function that
   * unsubscribes.
   */
  watch(listener: () => void): () => void;
  /** From now on, nothing wakes the model. */
  close(): void;
}

interface Sent {
  readonly origin: 'agent' | 'schedule';
  readonly text: string;
  readonly key: string | undefined;
  readonly onRead?: () => void;
}

interface WakeSources {
  readonly texts: Pick<WaitingTexts, 'isUrgent' | 'onUrgent' | 'take'>;
  readonly hooks: Pick<BackgroundHooks, 'mayWake' | 'onEnd'>;
  readonly tasks: Pick<TaskRegistry, 'untold' | 'takeFinished' | 'hasEvents' | 'takeEvents' | 'watch'>;
  /** The agent whose tasks wake it. Undefined: the main agent. */
  readonly agentId: string | undefined;
}

export function wakeUps({ texts, hooks, tasks, agentId }: WakeSources): WakeUps {
  // Tasks left by an earlier program of the session can wait for the next prompt.
  let hasEnded = false;
  let sent: Sent[] = [];
  let inRequest: readonly Sent[] = [];
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
  /** What was taken the last time is in the conversation now. */
  const readAll = (): void => {
    for (const { onRead } of inRequest) onRead?.();
    inRequest = [];
  };
  return {
    due() {
      if (hasSent('agent')) return 'message';
      if (texts.isUrgent()) return 'hook';
      if (endedTasks().length > 0 || tasks.hasEvents(agentId)) return 'task';
      return hasSent('schedule') ? 'schedule' : undefined;
    },
    isOwed: () =>
      hasSent('agent') ||
      texts.isUrgent() ||
      tasks.hasEvents(agentId) ||
      endedTasks().some(({ type }) => type !== 'shell' && type !== 'monitor'),
    mayCome: () => hooks.mayWake(),
    waitingMessages: () => sent.filter(({ origin }) => origin === 'agent').length,
    send(origin, text, key) {
      const at = key === undefined ? -1 : sent.findIndex((one) => one.key === key);
      if (at === -1) sent.push({ origin, text, key });
      else sent[at] = { origin, text, key };
      for (const listener of [...listeners]) listener();
    },
    sendMessage(text, onRead) {
      sent.push({ origin: 'agent', text, key: undefined, onRead });
      for (const listener of [...listeners]) listener();
    },
    take(isIdle = false) {
      readAll();
      const taken = isIdle ? sent : sent.filter(({ origin }) => origin !== 'schedule');
      sent = isIdle ? [] : sent.filter(({ origin }) => origin === 'schedule');
      inRequest = taken;
      const of = (wanted: string): readonly Attachment[] =>
        taken.filter(({ origin }) => origin === wanted).map(({ text, origin }) => ({ text, origin }));
      return [
        ...of('agent'),
        ...texts.take().map((text) => ({ text, origin: 'hook' as const })),
        ...tasks.takeEvents(agentId).map((text) => ({ text, origin: 'task' as const })),
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
    close() {
      readAll();
      unwatchTasks();
    },
  };
}
