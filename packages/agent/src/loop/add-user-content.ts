import { present } from '@sluice/base';
import type { UserBlock } from '@sluice/core';
import type { Conversation } from '../conversation/conversation.ts';
import type { Origin } from '../conversation/origin.ts';
import type { AgentEvent } from './agent-event.ts';

/** Adds content from the user, a hook, or the program to the conversation, and emits it. */
type AddUserContent = (
  said: string | readonly UserBlock[],
  origin: Origin,
  /** Emits no event. Default false. */
  isSilent?: boolean,
  /** The client's own id of the message. */
  id?: string,
) => Promise<void>;

export function userContentAdder({
  conversation,
  emit,
}: {
  readonly conversation: Conversation;
  emit(event: AgentEvent): void;
}): AddUserContent {
  return async (said, origin, isSilent = false, id) => {
    const content = typeof said === 'string' ? [{ type: 'text', text: said } as const] : said;
    const problem = await conversation.addUser(content, origin, id);
    if (problem !== undefined) emit({ type: 'notice', message: problem });
    if (!isSilent) emit({ type: 'user', origin, content, ...present({ id }) });
  };
}
