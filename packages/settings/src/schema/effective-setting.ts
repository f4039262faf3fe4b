import type { JudgedPart } from './judged-part.ts';

/** The effective value of a key. */
export interface EffectiveSetting<Value = unknown> {
  readonly key: string;
  /** For a known key, a value of its shape; otherwise as written in the files. */
  readonly value: Value;
  /** Where it comes from, highest precedence first: more than one for lists and objects, none for a default. */
  readonly origins: readonly JudgedPart[];
}
