import type { SuspendedAnswer } from '../permission/ask/suspended-answer.ts';
import { readText } from '../journal/conversation.ts';
import type { CallResult } from './open-call.ts';
import type { EndedMessage, OwnedHandle } from './message-handle.ts';
import type { JournaledMessage } from '../journal/session.ts';
import type { RunContext } from './run.ts';

/** What became of an answer. */
export type AnsweredAsk =
  | {
      readonly ok: true;
      /**
       * Undefined: this program lacks a tool of the message; the answer is stored, and the call runs where the session is resumed. Code
       * `suspended`: it has no result yet, because an earlier call is open, or what was approved has changed
       * since.
       */
      readonly result: CallResult | undefined;
      /** The whole message: `suspended` lists the calls that are still open. */
      readonly message: EndedMessage | undefined;
    }
  | {
      readonly ok: false;
      readonly code: 'unknown' | 'answered' | 'unwritable' | 'unreadable';
      /** For a person. */
      readonly message: string;
    };

/** A line of the journal is limited in size. */
const MAX_FEEDBACK_CHARS = 8000;

/** Stores the answer, then feeds the message again: what is settled is replayed, and what is answered runs. */
export async function answerSuspended(
  { engine }: RunContext,
  reopen: (message: JournaledMessage) => OwnedHandle,
  requestId: string,
  { behavior, feedback }: SuspendedAnswer,
): Promise<AnsweredAsk> {
  const found = engine.suspended.open().find(({ ask }) => ask.requestId === requestId);
  const message = found && engine.suspended.messageOf(found.messageId);
  if (found === undefined || message === undefined) {
    const text = `No call waits for an answer to ${JSON.stringify(requestId.slice(0, 100))}.`;
    return { ok: false, code: 'unknown', message: text };
  }
  const texts = await Promise.all(message.calls.map(({ input }) => readText(input, engine.ports.store)));
  if (texts.includes(undefined)) {
    const text = `${requestId} can't be answered: the stored input of a call of its message is lost.`;
    return { ok: false, code: 'unreadable', message: text };
  }
  const given = found.ask.answer;
  if (given !== undefined && given.behavior !== behavior) {
    const text = `${requestId} was already answered: ${given.behavior === 'allow' ? 'yes' : 'no'}. The first answer is final.`;
    return { ok: false, code: 'answered', message: text };
  }
  if (given === undefined) {
    const said = feedback?.slice(0, MAX_FEEDBACK_CHARS).toWellFormed();
    const { messageId, callId } = found;
    const line = { type: 'answered' as const, messageId, callId, requestId, behavior };
    const problem = engine.ports.journal.write(said === undefined ? line : { ...line, feedback: said });
    if (problem !== undefined) {
      const text = `The answer could not be written to the journal: ${problem}. Nothing has run.`;
      return { ok: false, code: 'unwritable', message: text };
    }
    engine.suspended.answer(found, { behavior, feedback: said });
  }
  const lacksTool = message.calls.some(
    ({ settled, name }) => settled === undefined && engine.tools.pool.find(name) === undefined,
  );
  if (lacksTool) return { ok: true, result: undefined, message: undefined };
  const handle = reopen(message);
  const calls = message.calls.map(({ callId, name }, index) =>
    handle.add({ id: callId, name, inputText: texts[index] ?? '' }),
  );
  const call = calls.find(({ id }) => id === found.callId);
  const [result, ended] = await Promise.all([call?.result, handle.end()]);
  if (result === undefined) throw new Error(`The call ${found.callId} has no result.`);
  return { ok: true, result, message: ended };
}
