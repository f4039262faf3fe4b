import type { Prompt } from '@sluice/agent';
import type { WakeUps } from './wake-ups.ts';

/** A message, or that something wakes the model by itself. */
export type NextWork = { readonly kind: 'prompt'; readonly prompt: Prompt } | { readonly kind: 'wake-up' };

/** Where messages of the person come from. */
export interface MessageSource {
  /** The next message that no prompt at work has taken; undefined: there will be none, or `signal` was aborted. */
  next(signal: AbortSignal): Promise<Prompt | undefined>;
  /** No more messages will come. */
  hasEnded(): boolean;
}

export interface NextWorkScope {
  /** Undefined: no messages come in. */
  readonly input: MessageSource | undefined;
  readonly wakeUps: Pick<WakeUps, 'due' | 'isOwed' | 'watch'>;
  /** Aborts when nothing more is to be begun. */
  readonly stopped: AbortSignal;
  /** How often in a row hooks may wake the model before somebody says something; 0: as often as they want. Asked when one does. */
  readonly mostWakeUps: () => Promise<number>;
  /** Waits for what still goes on at the end, but not for long; ends when a wake-up is due. */
  readonly background: () => Promise<void>;
  /** The last prompt went well enough for the model to be asked again without one. */
  readonly mayAsk: () => boolean;
  /** Hooks have woken the model too often in a row: what they say waits. Told once, until somebody says something. */
  readonly onCapped: (times: number) => void;
}

/**
 * What is to be worked on after a prompt; undefined: nothing any more. A person goes first; then whatever waits wakes the model.
 * Once no person can say anything, it goes on until nothing is owed to the model (`WakeUps.isOwed`).
 */
export function createNextWork(scope: NextWorkScope): () => Promise<NextWork | undefined> {
  const { input, wakeUps, stopped, mostWakeUps, background, mayAsk, onCapped } = scope;
  let inRow = 0;
  let cap = 0;
  let isToldOfCap = false;
  /** Whether hooks may not wake it now, of which somebody is told. */
  const isCapped = (): boolean => {
    if (cap === 0 || inRow < cap) return false;
    if (!isToldOfCap) onCapped(cap);
    isToldOfCap = true;
    return true;
  };

  /** Undefined: what is due may wait. */
  const wakeUp = async (): Promise<NextWork | undefined> => {
    if (wakeUps.due() === 'hook') {
      cap = await mostWakeUps();
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
        if (due !== undefined && (due !== 'hook' || !isCapped())) woken.abort();
      };
      const unwatch = wakeUps.watch(look);
      look();
      const prompt = await from.next(AbortSignal.any([stopped, woken.signal])).finally(unwatch);
      if (prompt !== undefined) {
        inRow = 0;
        isToldOfCap = false;
        return { kind: 'prompt', prompt };
      }
      if (stopped.aborted || from.hasEnded()) return undefined;
      const work = await wakeUp();
      if (work !== undefined) return work;
    }
    return undefined;
  };

  return async () => {
    const next = input === undefined ? undefined : await whileMessagesCome(input);
    if (next !== undefined || stopped.aborted) return next;
    if (!wakeUps.isOwed()) await background();
    return stopped.aborted || !wakeUps.isOwed() || !mayAsk() ? undefined : wakeUp();
  };
}
