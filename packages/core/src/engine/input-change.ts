import type { JsonObject } from '../data/json.ts';

/** A call's input was replaced before it ran. */
export interface InputChange {
  /** The model learns of it: the person who allowed the call has changed it. */
  readonly isTold: boolean;
  /** The input as the model wrote it. */
  readonly written: JsonObject;
}
