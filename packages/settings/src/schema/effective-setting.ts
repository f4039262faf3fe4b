import type { JudgedPart } from './judged-part.ts';

/** What counts of a key. */
export interface EffectiveSetting {
  readonly key: string;
  /** Of the files' making, as far as their shapes were checked; of a known key always of its shape. */
  readonly value: unknown;
  /** Where it comes from, the highest first: more than one for lists and objects, none for a default. */
  readonly origins: readonly JudgedPart[];
}
