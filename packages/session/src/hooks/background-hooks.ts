import type { HookAtWork, HookSessionContext } from '@sluice/hooks';

/**
 * Hooks that run in the background: mostly loggers and notifiers, whose effects matter although no one waits
 * for them.
 */
export interface BackgroundHooks {
  readonly add: NonNullable<HookSessionContext['onBackground']>;
  /**
   * Waits a limited time for them at the session's end; slower ones are reported and continue. Never rejects.
   */
  finish(): Promise<void>;
  /** A running hook may wake the model. */
  mayWake(): boolean;
  /**
   * Called for each one that has ended. The listener must not throw. Returns a function that unsubscribes.
   */
  onEnd(listener: () => void): () => void;
  /** Resolves when none are left, after their programs have been ended. Never rejects. */
  over(): Promise<void>;
}

/** How long a session's end waits for them. */
const MAX_MS = 5000;

/** @param tell receives a sentence for the user. Must not throw. */
export function backgroundHooks(tell: (text: string) => void, maxMs: number = MAX_MS): BackgroundHooks {
  const running = new Map<Promise<void>, HookAtWork>();
  const listeners = new Set<() => void>();
  /** A finished hook may have started another one. */
  const over = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.keys());
  };
  return {
    add(work, hook) {
      const ending: Promise<void> = work
        .catch(() => {})
        .then(() => {
          running.delete(ending);
          for (const listener of listeners) listener();
        });
      running.set(ending, hook);
    },
    async finish() {
      if (running.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, maxMs);
      await Promise.race([over(), promise]);
      clearTimeout(timer);
      for (const { place, hook, handler } of running.values()) {
        tell(
          `${place}: the ${handler.event} hook "${hook}" was still running in the background ${maxMs / 1000} s after the end and was stopped`,
        );
      }
    },
    mayWake: () => [...running.values()].some(({ handler }) => handler.kind === 'command' && handler.wakes),
    onEnd(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    over,
  };
}
