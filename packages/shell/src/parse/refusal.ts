import type { OpaqueReason } from '../tree.ts';

/**
 * Leaves the grammar at the first character that is not certain. Thrown within the parser only; `parseCommand` turns
 * it into an `opaque` answer, so that no rule of the grammar can forget to hand a failure on.
 */
export class Refusal extends Error {
  readonly reason: OpaqueReason;
  readonly at: number;

  constructor(reason: OpaqueReason, message: string, at: number) {
    super(message);
    this.reason = reason;
    this.at = at;
  }
}
