/** Texts for the model from hooks that are about no call, until somebody takes them along. */
export interface WaitingTexts {
  /** @param wish `wakes`: the model is to read it at once. */
  deliver(text: string, wish?: { readonly wakes: boolean }): void;
  take(): readonly string[];
  /** One of those that wait is to be read at once. */
  isUrgent(): boolean;
  /** Told of each that is to be read at once. Must not throw; the returned function ends that. */
  onUrgent(listener: () => void): () => void;
}

export function waitingTexts(): WaitingTexts {
  let texts: string[] = [];
  let isUrgent = false;
  const listeners = new Set<() => void>();
  return {
    deliver(text, wish) {
      texts.push(text);
      if (wish?.wakes !== true) return;
      isUrgent = true;
      for (const listener of listeners) listener();
    },
    take() {
      const taken = texts;
      texts = [];
      isUrgent = false;
      return taken;
    },
    isUrgent: () => isUrgent,
    onUrgent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
