/** Texts for the model from hooks that are not about a call, until they are taken. */
export interface WaitingTexts {
  /** @param wish `wakes`: the model should read it immediately. */
  deliver(text: string, wish?: { readonly wakes: boolean }): void;
  take(): readonly string[];
  /** A waiting text should be read immediately. */
  isUrgent(): boolean;
  /**
   * Called for each text that should be read immediately. The listener must not throw. Returns a function
   * that unsubscribes.
   */
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
