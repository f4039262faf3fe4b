import type { Prompt } from '@sluice/agent';
import type { MessageSource } from '@sluice/session/agent';

/** Prompts that are not yet being processed. */
export class PromptQueue implements MessageSource {
  readonly #waiting: Prompt[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  push(prompt: Prompt): void {
    this.#waiting.push(prompt);
    this.#wake?.();
  }

  /** No more prompts will come. */
  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  hasEnded(): boolean {
    return this.#hasEnded;
  }

  async next(signal: AbortSignal): Promise<Prompt | undefined> {
    const onAbort = (): void => this.#wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        if (this.#hasEnded || signal.aborted) return undefined;
        const prompt = this.#waiting.shift();
        if (prompt !== undefined) return prompt;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
