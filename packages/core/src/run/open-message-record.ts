import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';
import type { JournaledMessage } from '../journal/session.ts';
import { contentText } from '../journal/writer.ts';
import { outcomeDetail } from '../outcome/outcome-detail.ts';
import { isTrue } from '../tool/predicates.ts';

/** A message that ended with open calls, as its journal has it: this process can feed it again without reading that. */
export function openMessageRecord(
  engine: Engine,
  messageId: string,
  calls: readonly Call[],
): JournaledMessage {
  return {
    messageId,
    isComplete: false,
    additionalContext: undefined,
    isDiscarded: false,
    note: undefined,
    calls: calls.map((call) => {
      const { result } = call;
      const isOpen = result === undefined || result.outcome.code === 'suspended';
      return {
        callId: call.id,
        name: call.calledName,
        input: engine.ports.journal.isOn ? call.journaledInput : { text: JSON.stringify(call.json) },
        started: call.hasStarted
          ? {
              isIdempotent: isTrue(() => call.tool?.isIdempotent(call.input, { cwd: call.cwd }) === true),
              isReadOnly: !call.hasEffects,
            }
          : undefined,
        settled: isOpen
          ? undefined
          : {
              outcome: result.outcome.code,
              detail: outcomeDetail(result.outcome),
              isError: result.isError,
              content: { text: contentText(result.content) },
              newMessages:
                result.newMessages.length === 0 ? undefined : { text: JSON.stringify(result.newMessages) },
            },
        isDeferred: isOpen,
        ask: engine.suspended.askOf(messageId, call.id),
        seen: undefined,
        replacement: undefined,
      };
    }),
  };
}
