import type { Engine } from '../run/engine.ts';
import type { Group } from '../run/group.ts';
import { isTrue } from './predicates.ts';
import type { Call } from './call.ts';

/** No tool has a longer name; a model may well write one. */
const MAX_NAME_CHARS = 1000;

/** Writes that a call with effects is about to begin. Answers with the reason when it can't: then it must not. */
export function journalStart(engine: Engine, call: Call): string | undefined {
  if (!engine.journal.isOn) return undefined;
  const { tool } = call;
  const problem = writeReceived(engine, call.group);
  if (problem !== undefined) return problem;
  return engine.journal.write({
    type: 'started',
    messageId: call.group.messageId,
    callId: call.id,
    ...ofParent(call),
    isIdempotent: tool !== undefined && isTrue(() => tool.isIdempotent(call.input, { cwd: call.cwd })),
  });
}

/** Writes that a call has come. Answers with the reason when it can't. */
export function journalReceived(engine: Engine, call: Call): string | undefined {
  if (!engine.journal.isOn) return undefined;
  call.group.unjournaled.add(call);
  return writeReceived(engine, call.group);
}

/** In the order of the calls, so that a journal which knows a message knows its beginning. */
function writeReceived(engine: Engine, { unjournaled }: Group): string | undefined {
  for (const call of unjournaled) {
    const problem = engine.journal.write({
      type: 'received',
      messageId: call.group.messageId,
      callId: call.id,
      ...ofParent(call),
      name: call.calledName.slice(0, MAX_NAME_CHARS),
      input: call.journaledInput,
    });
    if (problem !== undefined) return problem;
    unjournaled.delete(call);
  }
  return undefined;
}

/** Names the call that made this one. */
export function ofParent({ parent }: Call): { readonly parentCallId?: string } {
  return parent === undefined ? {} : { parentCallId: parent.id };
}
