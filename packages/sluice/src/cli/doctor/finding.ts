/** The result of one check. */
export interface Finding {
  readonly name: string;
  /**
   * `good`: present, and tried if possible; `absent`: not present, and not required; `doubtful`: it works, and
   * something about it is probably wrong; `bad`: missing and required, or broken.
   */
  readonly status: 'good' | 'absent' | 'doubtful' | 'bad';
  /** One line for the user. */
  readonly text: string;
  /** More lines: what was tried, and the result. */
  readonly details?: readonly string[];
}
