import type { AssistantBlock, ModelMessage, ToolResultBlock, UserBlock } from '@sluice/core';
import { checkRequest } from './check-request.ts';
import { cleanAssistantBlock } from './clean-blocks.ts';
import { createMessageList } from './message-list.ts';
import { LOST_WORDS } from './lost-texts.ts';
import { cleanToolUse } from './tool-use.ts';

export interface RepairedRequest {
  /** Passes `checkRequest`. */
  readonly messages: readonly ModelMessage[];
  /** What was wrong and has been fixed, for a notice to the user. */
  readonly fixed: readonly string[];
}

/** Its content was already marked when it was added. */
const AS_IT_IS = 'person';

/**
 * Turns any list of messages into one that can be sent. A call without a result gets one that says its
 * outcome is unknown, a result that answers no call becomes text, and empty messages are dropped.
 */
export function repairRequest(messages: readonly ModelMessage[]): RepairedRequest {
  const list = createMessageList();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const content = repairContent(message.content);
      const results = answersTo(content, saidAfter(messages, index));
      list.addAnswer({ messageId: String(index), content, results, texts: [] });
      const taken = new Set<UserBlock>(results);
      list.addUser(
        saidAfter(messages, index).filter((block) => !taken.has(block)),
        AS_IT_IS,
      );
    } else if (index === 0) list.addUser([...message.content, ...saidAfter(messages, 0)], AS_IT_IS);
  }
  if (list.messages.length === 0) list.addUser([{ type: 'text', text: LOST_WORDS }], 'note');
  return { messages: list.messages, fixed: checkRequest(messages) };
}

/** Everything the user says before the next assistant message. */
function saidAfter(messages: readonly ModelMessage[], index: number): readonly UserBlock[] {
  const said: UserBlock[] = [];
  for (let at = index + 1; at < messages.length; at += 1) {
    const message = messages[at];
    if (message?.role !== 'user') break;
    said.push(...message.content);
  }
  return said;
}

function answersTo(content: readonly AssistantBlock[], said: readonly UserBlock[]) {
  const open = new Set(content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])));
  return said.filter(
    (block): block is ToolResultBlock => block.type === 'tool_result' && open.delete(block.tool_use_id),
  );
}

function repairContent(content: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const ids = new Set<string>();
  return content.flatMap((block) => {
    if (block.type !== 'tool_use') return cleanAssistantBlock(block);
    if (block.id === '' || ids.has(block.id)) return [];
    ids.add(block.id);
    return [cleanToolUse(block)];
  });
}
