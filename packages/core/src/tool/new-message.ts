import type { ContentBlock } from '../data/content.ts';

/**
 * A message that a tool adds for the model. It follows the results in the same user message, marked with the tool's name, so its role
 * doesn't matter. Text only: images belong in the result, which has limits for them.
 */
export interface NewMessage {
  readonly role?: string;
  readonly content: string | readonly ContentBlock[];
}
