import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { isMarkedText, type ModelMessage, type ToolPool } from '@sluice/core';
import { callFacts } from './call-facts.ts';
import { contentOf } from './updates.ts';

/** The conversation so far, as updates. What no one typed is left out. */
export function replayed(
  messages: readonly ModelMessage[],
  pool: ToolPool,
  cwd: string,
): readonly SessionUpdate[] {
  return messages.flatMap(({ role, content }) =>
    content.flatMap((block): SessionUpdate[] => {
      switch (block.type) {
        case 'text':
          if (block.text === '' || isMarkedText(block.text)) return [];
          return [
            {
              sessionUpdate: role === 'user' ? 'user_message_chunk' : 'agent_message_chunk',
              content: { type: 'text', text: block.text },
            },
          ];
        case 'tool_use': {
          const { id, name, input } = block;
          const facts = callFacts(pool, name, input, cwd);
          return [
            {
              sessionUpdate: 'tool_call',
              toolCallId: id,
              ...facts,
              name,
              status: 'pending',
              rawInput: input,
            },
          ];
        }
        case 'tool_result':
          return [
            {
              sessionUpdate: 'tool_call_update',
              toolCallId: block.tool_use_id,
              status: block.is_error ? 'failed' : 'completed',
              content: contentOf(block.content),
            },
          ];
        default:
          return [];
      }
    }),
  );
}
