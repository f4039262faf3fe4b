import type { JudgedPart } from './judged-part.ts';

/** What counts of a key. */
export interface EffectiveSetting<Value = unknown> {
  readonly key: string;
  /** Of a known key of its shape; else as the files have it. */
  readonly value: Value;
  /** Where it comes from, the highest first: more than one for lists and objects, none for a default. */
  readonly origins: readonly JudgedPart[];
}
