import type { ToolResultBlock } from '../data/content.ts';
import type { Call } from '../engine/call.ts';
import type { RunEventBody } from '../engine/events.ts';

export function resultEvent(call: Call, result: ToolResultBlock, clientView: unknown): RunEventBody {
  const settled = call.result;
  if (settled === undefined) throw new Error(`The call ${call.id} was released without a result.`);
  return {
    type: 'tool-result',
    result,
    outcome: settled.outcome,
    clientView,
    metadata: settled.metadata,
    record: settled.record,
    isDiscarded: call.isDiscarded,
    callId: call.id,
    messageId: call.group.messageId,
    toolName: call.name,
    parentCallId: undefined,
  };
}
