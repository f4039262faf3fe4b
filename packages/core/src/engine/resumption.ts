import { parseInput } from '../input/parse-input.ts';
import type { JournaledCall, JournaledMessage } from '../journal/session.ts';
import type { GivenInput } from '../data/given-input.ts';

/** What a resumed session has journaled and the runs of this process have not yet taken up. */
export interface Resumption {
  /** The journaled message that begins with this call; each is given out once. */
  takeMatching(callId: string, name: string): JournaledMessage | undefined;
  /** All journaled calls of this id and name, whichever message they were of and whether taken or not. */
  callsOf(callId: string, name: string): readonly JournaledCall[];
  /** Those of them that `takeUnfinished` has given out, to be told once more to who feeds them after that. */
  recoveredOf(callId: string, name: string): readonly JournaledCall[];
  /** It has been fed after all. */
  forgetRecovered(call: JournaledCall): void;
  /** Messages whose results never all went out, in order, but for one whose call a hook has put off: that is for its program to feed. */
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

/** Whether a call that is fed again is the one that was journaled: same name, same input. */
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

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
