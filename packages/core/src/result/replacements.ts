import type { HeldContent } from './content.ts';

/** Results that were replaced in requests to the model: decided once, then replayed byte for byte. */
export interface Replacements {
  /** Keeps the first decision for a result; later ones are ignored. */
  set(messageId: string, callId: string, content: HeldContent): void;
  get(messageId: string, callId: string): HeldContent | undefined;
}

export function createReplacements(): Replacements {
  const byMessage = new Map<string, Map<string, HeldContent>>();
  return {
    set(messageId, callId, content) {
      const ofMessage = byMessage.get(messageId) ?? new Map<string, HeldContent>();
      byMessage.set(messageId, ofMessage);
      if (!ofMessage.has(callId)) ofMessage.set(callId, content);
    },
    get: (messageId, callId) => byMessage.get(messageId)?.get(callId),
  };
}
