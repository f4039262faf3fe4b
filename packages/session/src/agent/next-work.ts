import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentResult, EndReason, Prompt } from '@sluice/agent';
import type { SelfPacedLoop } from '@sluice/tools';
import type { WakeUps } from '../runtime/wake-ups.ts';

/** A message, or an event that wakes the model without one. */
export type NextWork = { readonly kind: 'prompt'; readonly prompt: Prompt } | { readonly kind: 'wake-up' };

/** The source of user messages. */
export interface MessageSource {
  /**
   * The next message that no running prompt has taken. Undefined: there will be none, or `signal` was
   * aborted.
   */
  next(signal: AbortSignal): Promise<Prompt | undefined>;
  /** No more messages will come. */
  hasEnded(): boolean;
}

export interface NextWorkScope {
  /** Undefined: no messages come in. */
  readonly input: MessageSource | undefined;
  readonly wakeUps: Pick<WakeUps, 'due' | 'isOwed' | 'watch'>;
  /** Aborts when no new work may begin. */
  readonly stopped: AbortSignal;
  /**
   * How many times in a row hooks may wake the model before the user says something; 0: no limit. Called when
   * a hook wakes it.
   */
  readonly maxWakeUps: () => Promise<number>;
  /** Waits a short time for background work at the end; returns early when a wake-up is due. */
  readonly background: () => Promise<void>;
  /** A loop that the user has started keeps the program running. Left out: none does. */
  readonly loop?: Pick<SelfPacedLoop, 'prompt' | 'watch'> | undefined;
  /** The last prompt ended well enough to ask the model again without a prompt. */
  readonly mayAsk: () => boolean;
  /** How the last work ended; `mayWake` looks at it. Undefined: there was none yet. */
  readonly last: () => Pick<AgentResult, 'reason'> | undefined;
  /**
   * Hooks have woken the model too many times in a row, so their messages wait. Called once, until the user
   * says something.
   */
  readonly onCapped: (times: number) => void;
}

/**
 * After these, what is due waits for the next message of the user, and goes along with it: the user stopped the work, or the budget
 * is used up, so that a wake-up would end at once and be just as due afterwards.
 */
const HOLDS: ReadonlySet<EndReason> = new Set([
  'declined',
  'interrupted-streaming',
  'interrupted-tools',
  'max-budget',
]);

/** Whether events may wake the model after work that ended so. */
export function mayWake(last: Pick<AgentResult, 'reason'> | undefined): boolean {
  return last === undefined || !HOLDS.has(last.reason);
}

/**
 * What to work on after a prompt; undefined: nothing more. User messages come first; then anything that is
 * waiting wakes the model. Once no more user messages can come, work continues until nothing is owed to the
 * model (`WakeUps.isOwed`).
 */
export function createNextWork(scope: NextWorkScope): () => Promise<NextWork | undefined> {
  const { input, wakeUps, stopped, maxWakeUps, background, loop, mayAsk, last, onCapped } = scope;
  let inRow = 0;
  let cap = 0;
  let isCapReported = false;
  /** Whether hooks may not wake it now; reports that to the user. */
  const isCapped = (): boolean => {
    if (cap === 0 || inRow < cap) return false;
    if (!isCapReported) onCapped(cap);
    isCapReported = true;
    return true;
  };

  /** Undefined: what is due can wait. */
  const wakeUp = async (): Promise<NextWork | undefined> => {
    // Signals and input must get their turn, however often it is woken in a row.
    await nextTurn();
    if (wakeUps.due() === 'hook') {
      cap = await maxWakeUps();
      if (isCapped()) return undefined;
      inRow += 1;
    }
    return { kind: 'wake-up' };
  };

  const whileMessagesCome = async (from: MessageSource): Promise<NextWork | undefined> => {
    while (!stopped.aborted) {
      const woken = new AbortController();
      const look = (): void => {
        const due = wakeUps.due();
        if (due !== undefined && mayWake(last()) && (due !== 'hook' || !isCapped())) woken.abort();
      };
      const unwatch = wakeUps.watch(look);
      look();
      const prompt = await from.next(AbortSignal.any([stopped, woken.signal])).finally(unwatch);
      if (prompt !== undefined) {
        inRow = 0;
        isCapReported = false;
        return { kind: 'prompt', prompt };
      }
      if (stopped.aborted || from.hasEnded()) return undefined;
      const work = await wakeUp();
      if (work !== undefined) return work;
    }
    return undefined;
  };

  /** Waits while a loop may come again, until anything is due. */
  const whileLooping = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (loop?.prompt === undefined || wakeUps.due() !== undefined || stopped.aborted) resolve();
    };
    const unwatch = [wakeUps.watch(look), loop?.watch(look)];
    stopped.addEventListener('abort', look, { once: true });
    look();
    await promise;
    for (const end of unwatch) end?.();
    stopped.removeEventListener('abort', look);
    return loop?.prompt !== undefined;
  };

  return async () => {
    const next = input === undefined ? undefined : await whileMessagesCome(input);
    if (next !== undefined || stopped.aborted) return next;
    if (!wakeUps.isOwed()) await background();
    if (stopped.aborted || !mayAsk() || !mayWake(last())) return undefined;
    const isOwed = wakeUps.isOwed() || (loop?.prompt !== undefined && (await whileLooping()));
    return stopped.aborted || !isOwed ? undefined : wakeUp();
  };
}
