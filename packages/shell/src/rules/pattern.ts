/** A pattern of a command rule, compiled. Its form is that of a core `CompiledPattern`. */
export interface CommandPattern {
  /** Without wildcards: compared with the exact text, and found by it. */
  readonly exact: string | undefined;
  /** Every text that it matches begins with this. */
  readonly prefix: string;
  matches(text: string): boolean;
  /** Covers almost everything, or whatever an interpreter or package runner is given. */
  readonly isBroad: boolean;
}
