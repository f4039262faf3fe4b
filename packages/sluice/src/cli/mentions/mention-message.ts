import { randomUUID } from 'node:crypto';

const PREFIX = 'mention-';

/** An id for a message whose calls read what a prompt mentions. They end before the prompt is sent. */
export function mentionMessageId(): string {
  return `${PREFIX}${randomUUID()}`;
}

/** Whether the calls of a message read what the next prompt mentions. */
export function isMentionMessage(messageId: string): boolean {
  return messageId.startsWith(PREFIX);
}
