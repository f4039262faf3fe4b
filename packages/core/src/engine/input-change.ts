import type { Approver } from '../data/decision-grounds.ts';
import type { JsonObject } from '../data/json.ts';

/** A call's input was replaced before it ran. */
export interface InputChange {
  /** Undefined: a person. */
  readonly by: Approver | undefined;
  /** The input as the model wrote it. */
  readonly written: JsonObject;
}
