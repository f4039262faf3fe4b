import { present } from '@sluice/base';
import type { Approver } from '../../data/decision-grounds.ts';
import type { JournalText } from '../../ports/journal-entry.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Group } from '../../engine/call.ts';
import { isTrue } from '../../tool/predicates.ts';
import type { Call } from '../../engine/call.ts';

/** No tool has a longer name, but a model may write one. */
const MAX_NAME_CHARS = 1000;

/** Records that a call with effects is about to start. Returns why if that fails: then it must not start. */
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

/** The same for a call that only reads. Nothing waits for the line or depends on it; it tells a killed session what was running. */
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

/** Records that a call has arrived, together with those that arrive at the same moment. */
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

/** Records the input that replaces the one which the call arrived with. If that fails, the call has its result anyway. */
export function journalChanged(
  engine: Engine,
  call: Call,
  input: JournalText,
  by: Approver | undefined,
): void {
  if (writeReceived(engine, call.group) !== undefined) return;
  engine.ports.journal.write({
    type: 'changed',
    messageId: call.group.messageId,
    callId: call.id,
    ...ofParent(call),
    input,
    by: by?.kind ?? 'person',
    ...present({ name: by?.name }),
  });
}

/** Writes what could not be written before, in call order, so that a journal that has a message has its beginning. */
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

/** Adds the id of the call that made this one. */
export function ofParent({ parent }: Call): { readonly parentCallId?: string } {
  return parent === undefined ? {} : { parentCallId: parent.id };
}
