import type { Engine } from '../../engine/engine.ts';
import type { Group } from '../../engine/call.ts';
import { isTrue } from '../../tool/predicates.ts';
import type { Call } from '../../engine/call.ts';

/** No tool has a longer name; a model may well write one. */
const MAX_NAME_CHARS = 1000;

/** Writes that a call with effects is about to begin. Answers with the reason when it can't: then it must not. */
export function journalStart(engine: Engine, call: Call): string | undefined {
  if (!engine.ports.journal.isOn) return undefined;
  const { tool } = call;
  const problem = writeReceived(engine, call.group);
  if (problem !== undefined) return problem;
  return engine.ports.journal.write({
    type: 'started',
    messageId: call.group.messageId,
    callId: call.id,
    ...ofParent(call),
    isIdempotent: tool !== undefined && isTrue(() => tool.isIdempotent(call.input, { cwd: call.cwd })),
  });
}

/**
 * The same for a call that only reads. Nothing waits for the line and nothing depends on it: with it, a session that was
 * killed can tell what was running.
 */
export function journalReadStart(engine: Engine, call: Call): void {
  const { group } = call;
  if (!engine.ports.journal.isOn || group.unjournaled.size > 0) return;
  engine.ports.journal.writeSoon(
    {
      type: 'started',
      messageId: group.messageId,
      callId: call.id,
      ...ofParent(call),
      isIdempotent: true,
      isReadOnly: true,
    },
    () => {},
  );
}

/** Writes that a call has come, together with those that come in the same moment. */
export function journalReceived(engine: Engine, call: Call): void {
  if (!engine.ports.journal.isOn) return;
  const { unjournaled } = call.group;
  const tell = (problem: string | undefined): void => {
    if (problem === undefined) return;
    unjournaled.add(call);
    const message = `The call ${call.id} could not be written to the journal: ${problem}`;
    call.group.emit({ type: 'notice', code: 'journal-unwritable', message, callId: call.id });
  };
  if (unjournaled.size === 0) {
    engine.ports.journal.writeSoon(receivedLine(call), tell);
    return;
  }
  unjournaled.add(call);
  tell(writeReceived(engine, call.group));
}

/** What could not be written before, in the order of the calls, so that a journal which knows a message knows its beginning. */
function writeReceived(engine: Engine, { unjournaled }: Group): string | undefined {
  engine.ports.journal.flush();
  for (const call of unjournaled) {
    const problem = engine.ports.journal.write(receivedLine(call));
    if (problem !== undefined) return problem;
    unjournaled.delete(call);
  }
  return undefined;
}

function receivedLine(call: Call) {
  return {
    type: 'received' as const,
    messageId: call.group.messageId,
    callId: call.id,
    ...ofParent(call),
    name: call.calledName.slice(0, MAX_NAME_CHARS),
    input: call.journaledInput,
  };
}

/** Names the call that made this one. */
export function ofParent({ parent }: Call): { readonly parentCallId?: string } {
  return parent === undefined ? {} : { parentCallId: parent.id };
}
