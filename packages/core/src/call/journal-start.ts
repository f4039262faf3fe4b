import type { Engine } from '../run/engine.ts';
import { isTrue } from './predicates.ts';
import type { Call } from './call.ts';

/** Writes that a call with effects is about to begin. Answers with the reason when it can't: then it must not. */
export function journalStart(engine: Engine, call: Call): string | undefined {
  const { tool } = call;
  if (call.isUnjournaled) {
    const problem = journalReceived(engine, call);
    if (problem !== undefined) return problem;
  }
  return engine.journal.write({
    type: 'started',
    messageId: call.group.messageId,
    callId: call.id,
    isIdempotent: tool !== undefined && isTrue(() => tool.isIdempotent(call.input)),
  });
}

/** Writes that a call has come. */
export function journalReceived(engine: Engine, call: Call): string | undefined {
  const problem = engine.journal.write({
    type: 'received',
    messageId: call.group.messageId,
    callId: call.id,
    ...(call.parent === undefined ? {} : { parentCallId: call.parent.id }),
    name: call.name,
    input: call.journaledInput,
  });
  call.isUnjournaled = problem !== undefined;
  return problem;
}
