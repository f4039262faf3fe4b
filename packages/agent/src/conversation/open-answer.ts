import type { AssistantBlock, UserBlock } from '@sluice/core';
import type { Origin } from './origin.ts';
import type { DeferredAnswer } from './read-conversation.ts';

/** User content that was added while a message was open. */
export interface HeldContent {
  readonly blocks: readonly UserBlock[];
  readonly origin: Origin;
}

/** An assistant message that is in progress or is waiting for its results. */
export class OpenAnswer {
  readonly messageId: string;
  readonly blocks: AssistantBlock[] = [];
  readonly callIds = new Set<string>();
  /** At least one of its lines is in the journal. */
  hasLine = false;
  /** Undefined until the message ends. */
  isCut: boolean | undefined;
  /** Calls of it are open. */
  isDeferred = false;
  /** User content added in the meantime; it follows the results. */
  readonly held: HeldContent[] = [];

  /** Reopens what a session left open. */
  static of({ messageId, content, held }: DeferredAnswer): OpenAnswer {
    const answer = new OpenAnswer(messageId);
    answer.blocks.push(...content);
    for (const block of content) if (block.type === 'tool_use') answer.callIds.add(block.id);
    answer.hasLine = true;
    answer.isCut = false;
    answer.isDeferred = true;
    answer.held.push(...held);
    return answer;
  }

  constructor(messageId: string) {
    this.messageId = messageId;
  }

  /** The journal, or the engine, has something of it. */
  get isWritten(): boolean {
    return this.hasLine || this.callIds.size > 0;
  }
}
