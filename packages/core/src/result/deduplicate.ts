import { imageLength, isSameContent, textLength, textOf, type HeldContent } from './content.ts';

/** Shorter results never become references (DESIGN.md 6); an image always costs more than one. */
const WORTH_CHARS = 500;
const MAX_REMEMBERED = 256;
/** Maximum base64 characters to keep for recognizing images. */
const MAX_IMAGE_CHARS = 32_000_000;

/** Whether a result of an earlier message is verbatim in the next request to the same model. */
export type IsStanding = (messageId: string, callId: string) => boolean;

export interface Deduplicator {
  /** A reference to the earlier, identical result, or undefined. */
  find(content: HeldContent, messageId: string): string | undefined;
  /** Results of a finished message, as they were sent to the model. */
  remember(content: HeldContent, messageId: string, callId: string): void;
}

interface Earlier {
  readonly content: HeldContent;
  readonly messageId: string;
  readonly callId: string;
}

export function createDeduplicator(isStanding: IsStanding): Deduplicator {
  /** By text; the oldest first. */
  const seen = new Map<string, Earlier>();
  let imageChars = 0;

  function forget(text: string): void {
    const earlier = seen.get(text);
    if (earlier === undefined) return;
    seen.delete(text);
    imageChars -= imageLength(earlier.content);
  }

  return {
    find(content, messageId) {
      if (!isWorthIt(content)) return undefined;
      const earlier = seen.get(textOf(content));
      if (earlier === undefined || earlier.messageId === messageId) return undefined;
      if (!isSameContent(content, earlier.content)) return undefined;
      if (!isStanding(earlier.messageId, earlier.callId)) return undefined;
      const what = imageLength(content) > 0 ? 'text and images' : `${textLength(content)} characters`;
      return `[The same ${what} as the result of call ${earlier.callId} above; nothing has changed since. If that result is gone, make the call again to get all of it.]`;
    },
    remember(content, messageId, callId) {
      const chars = imageLength(content);
      if (!isWorthIt(content) || chars > MAX_IMAGE_CHARS) return;
      const text = textOf(content);
      forget(text);
      seen.set(text, { content, messageId, callId });
      imageChars += chars;
      for (const oldest of seen.keys()) {
        if (seen.size <= MAX_REMEMBERED && imageChars <= MAX_IMAGE_CHARS) break;
        forget(oldest);
      }
    },
  };
}

function isWorthIt(content: HeldContent): boolean {
  return textLength(content) >= WORTH_CHARS || imageLength(content) > 0;
}
