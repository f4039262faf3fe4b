import type { HookAtWork, HookSurroundings } from '@sluice/hooks';

/** Hooks that go on beside their event: loggers and notifiers mostly, whose work counts although nobody waits for it. */
export interface BackgroundHooks {
  readonly add: NonNullable<HookSurroundings['onBackground']>;
  /** Waits for them at the session's end, but not for long; those that take longer are told of, and go on. Never rejects. */
  finish(): Promise<void>;
  /** One of those that run may wake the model. */
  mayWake(): boolean;
  /** Told of each that has ended. Must not throw; the returned function ends that. */
  onEnd(listener: () => void): () => void;
  /** Until nothing is left of them, which is once their programs have been ended. Never rejects. */
  over(): Promise<void>;
}

/** As long as a session's end waits for them. */
const MOST_MS = 5000;

/** @param tell takes a sentence for the person. Must not throw. */
export function backgroundHooks(tell: (text: string) => void, mostMs: number = MOST_MS): BackgroundHooks {
  const running = new Map<Promise<void>, HookAtWork>();
  const listeners = new Set<() => void>();
  /** One that is done may have begun another. */
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
      const timer = setTimeout(resolve, mostMs);
      await Promise.race([over(), promise]);
      clearTimeout(timer);
      for (const { place, hook, handler } of running.values()) {
        tell(
          `${place}: the ${handler.event} hook "${hook}" still ran in the background ${mostMs / 1000} s after the end, and was ended`,
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
