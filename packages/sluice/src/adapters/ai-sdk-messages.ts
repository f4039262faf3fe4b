import type { ModelMessage } from 'ai';
import type { ToolCall } from '@sluice/core';

/** Whether a conversation begins with these messages. */
export function begins(
  start: readonly ModelMessage[],
  messages: readonly ModelMessage[],
  isSame: (one: unknown, other: unknown) => boolean,
): boolean {
  return start.every((message, index) => isSame(message, messages[index]));
}

/** The conversation holds the user's approval of this call, and no result of it. */
export function isApproved(callId: string, messages: readonly ModelMessage[]): boolean {
  return answersIn(messages).get(callId) === true;
}

/** The calls that the user has refused. */
export function refusedCalls(messages: readonly ModelMessage[]): readonly ToolCall[] {
  const answers = answersIn(messages);
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) =>
          part.type === 'tool-call' && answers.get(part.toolCallId) === false
            ? [{ id: part.toolCallId, name: part.toolName, input: part.input }]
            : [],
        ),
  );
}

/**
 * What the user has said, by call: refusals, and approvals of calls that have no result yet. An id is that of the last call that has it: some
 * models count their ids anew in each message.
 */
function answersIn(messages: readonly ModelMessage[]): ReadonlyMap<string, boolean> {
  const requests = new Map<string, string>();
  const answers = new Map<string, boolean>();
  const settled = new Set<string>();
  for (const { role, content } of messages) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'tool-call') {
        answers.delete(part.toolCallId);
        settled.delete(part.toolCallId);
      }
      if (part.type === 'tool-result') settled.add(part.toolCallId);
      if (role === 'assistant' && part.type === 'tool-approval-request')
        requests.set(part.approvalId, part.toolCallId);
      if (role !== 'tool' || part.type !== 'tool-approval-response') continue;
      const callId = requests.get(part.approvalId);
      if (callId !== undefined) answers.set(callId, part.approved);
    }
  }
  for (const id of settled) if (answers.get(id) === true) answers.delete(id);
  return answers;
}
