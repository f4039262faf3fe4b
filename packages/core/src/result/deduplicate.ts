import { textLength, textOf, type HeldContent } from './content.ts';

/** Shorter results are never references (DESIGN.md 6). */
const WORTH_CHARS = 500;
const MAX_REMEMBERED = 256;

/** Tells whether a result of an earlier message stands verbatim in the next request to the same model. */
export type IsStanding = (messageId: string, callId: string) => boolean;

export interface Deduplicator {
  /** A reference to the earlier, identical result, or undefined. */
  find(content: HeldContent, messageId: string): string | undefined;
  /** Results of a finished message, as they went to the model. */
  remember(content: HeldContent, messageId: string, callId: string): void;
}

export function createDeduplicator(isStanding: IsStanding): Deduplicator {
  const seen = new Map<string, { readonly messageId: string; readonly callId: string }>();
  return {
    find(content, messageId) {
      if (typeof content !== 'string' || content.length < WORTH_CHARS) return undefined;
      const earlier = seen.get(content);
      if (earlier === undefined || earlier.messageId === messageId) return undefined;
      if (!isStanding(earlier.messageId, earlier.callId)) return undefined;
      return `[The same ${content.length} characters as the result of call ${earlier.callId} above; nothing has changed since.]`;
    },
    remember(content, messageId, callId) {
      if (typeof content !== 'string' || textLength(content) < WORTH_CHARS) return;
      const text = textOf(content);
      seen.delete(text);
      seen.set(text, { messageId, callId });
      if (seen.size > MAX_REMEMBERED) {
        for (const oldest of seen.keys()) {
          seen.delete(oldest);
          break;
        }
      }
    },
  };
}
