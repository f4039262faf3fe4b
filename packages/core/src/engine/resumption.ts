import { parseInput } from '../input/parse-input.ts';
import type { JournaledCall, JournaledMessage } from '../journal/session.ts';
import type { GivenInput } from '../data/given-input.ts';

/**
 * What a resumed session has journaled and this process's runs have not yet taken up. What the model reads about a call whose outcome
 * is unknown is in `outcome/outcome-text.ts`.
 */
export interface Resumption {
  /** The journaled message that starts with this call; each is returned once. */
  takeMatching(callId: string, name: string): JournaledMessage | undefined;
  /** All journaled calls with this id and name, whichever message they are in and whether taken or not. */
  callsOf(callId: string, name: string): readonly JournaledCall[];
  /** Those of them that `takeUnfinished` has returned, to be replayed once more if they are fed after that. */
  recoveredOf(callId: string, name: string): readonly JournaledCall[];
  /** It has been fed after all. */
  forgetRecovered(call: JournaledCall): void;
  /** Messages whose results were never all sent, in order, except one whose call a hook has deferred: its program feeds that. */
  takeUnfinished(): readonly JournaledMessage[];
  /** Number of the last message, from its id. */
  readonly lastNumber: number;
}

export function createResumption(messages: readonly JournaledMessage[]): Resumption {
  const left = new Set(messages);
  const recovered = new Set<JournaledCall>();
  return {
    recoveredOf: (callId, name) =>
      [...recovered].filter((call) => call.callId === callId && call.name === name),
    forgetRecovered: (call) => void recovered.delete(call),
    takeMatching(callId, name) {
      for (const message of left) {
        const first = message.calls[0];
        if (first?.callId !== callId || first.name !== name || message.isDiscarded) continue;
        left.delete(message);
        return message;
      }
      return undefined;
    },
    callsOf: (callId, name) =>
      messages
        .filter(({ isDiscarded }) => !isDiscarded)
        .flatMap(({ calls }) => calls.filter((call) => call.callId === callId && call.name === name)),
    takeUnfinished() {
      const unfinished = [...left].filter(
        ({ isComplete, isDiscarded, calls }) =>
          !isComplete && !isDiscarded && !calls.some(({ isDeferred }) => isDeferred),
      );
      for (const message of unfinished) {
        left.delete(message);
        for (const call of message.calls) recovered.add(call);
      }
      return unfinished;
    },
    lastNumber: Math.max(0, ...messages.map(({ messageId }) => Number(/\d+$/.exec(messageId)?.[0] ?? 0))),
  };
}

/** Whether a call that is fed again is the journaled one: same name, same input. */
export function isSameCall(
  journaled: JournaledCall,
  name: string,
  input: GivenInput,
  journaledText: string | undefined,
): boolean {
  if (journaled.name !== name || journaledText === undefined) return false;
  const now = parseInput(input);
  const then = parseInput({ kind: 'text', text: journaledText });
  if (now.ok && then.ok) return canonical(now.input) === canonical(then.input);
  return !now.ok && (input.kind === 'value' ? JSON.stringify(input.value) : input.text) === journaledText;
}

/** Whether two inputs are the same JSON. */
export function isSameInput(one: GivenInput, other: GivenInput): boolean {
  const [a, b] = [parseInput(one), parseInput(other)];
  return a.ok && b.ok ? canonical(a.input) === canonical(b.input) : canonical(one) === canonical(other);
}

/** As JSON with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
