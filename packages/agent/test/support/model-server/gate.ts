import type { Pause } from './script.ts';

/** A barrier in an answer that a test opens. */
export interface Gate {
  /** Its place in the script. */
  readonly pause: Pause;
  open(): void;
}

export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { pause: { type: 'gate', opened: promise }, open: () => resolve(undefined) };
}
