import type { ContentBlock, ModelMessage, UserBlock } from '@sluice/core';
import { createRedactor } from '../providers/redactor.ts';
import { assignedValues, secretReads } from './secret-values.ts';

/** Results are cut to this many characters. */
export const MAX_RESULT_CHARS = 20_000;

interface ConversationTextOptions {
  /** Blanked wherever they occur. */
  readonly secrets: readonly string[];
  /** The oldest messages are left out until the rest fits. */
  readonly maxChars: number;
}

/**
 * A conversation as text for another model, one text for each message: what it says, calls with their input, results.
 * Thinking, and blocks that only one API understands, are left out, as are images.
 */
export function conversationText(
  messages: readonly ModelMessage[],
  { secrets, maxChars }: ConversationTextOptions,
): readonly string[] {
  const secret = secretReads(messages);
  const redact = conversationRedactor(messages, secrets);
  const texts = messages.flatMap((message) => {
    const parts =
      message.role === 'user'
        ? message.content.map((block) => userText(block, secret))
        : message.content.map((block) => {
            if (block.type === 'text') return block.text;
            return block.type === 'tool_use' ? `[calls ${block.name}: ${JSON.stringify(block.input)}]` : '';
          });
    const said = parts.filter((part) => part !== '').join('\n');
    return said === '' ? [] : [redact(`${message.role === 'user' ? 'USER' : 'AGENT'}:\n${said}`)];
  });
  let chars = 0;
  const from = 1 + texts.findLastIndex((text) => (chars += text.length) > maxChars);
  if (from === 0) return texts;
  // One message that is too long by itself is cut rather than lost.
  if (from === texts.length) return [cut(texts.at(-1) ?? '', maxChars)];
  return [`[The first ${from} messages are left out.]`, ...texts.slice(from)];
}

/** Redacts the secrets given, and the values that the conversation read from files for secrets. */
export function conversationRedactor(
  messages: readonly ModelMessage[],
  secrets: readonly string[],
): (text: string) => string {
  const secret = secretReads(messages);
  const found = messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'tool_result' && secret.has(block.tool_use_id)
        ? assignedValues(resultText(block.content))
        : [],
    ),
  );
  return createRedactor([...new Set([...secrets, ...found])]).text;
}

function userText(block: UserBlock, secret: ReadonlySet<string>): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return '[image]';
    case 'document':
      return '[document]';
    case 'linked_file':
      return `[${block.kind}: ${block.url}]`;
    case 'tool_reference':
      return '';
    case 'tool_result': {
      const failed = block.is_error ? ' (failed)' : '';
      const shown = secret.has(block.tool_use_id)
        ? '[left out: a file with secrets]'
        : cut(resultText(block.content), MAX_RESULT_CHARS);
      return `[result${failed}]\n${shown}`;
    }
    default:
      return block satisfies never;
  }
}

function resultText(content: string | readonly ContentBlock[]): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const half = Math.floor(maxChars / 2);
  return `${text.slice(0, half)}\n[${text.length - 2 * half} characters left out]\n${text.slice(-half)}`;
}
