/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  /** `good`: there, and tried where it can be; `absent`: not there, which nothing needs; `bad`: missing and needed, or broken. */
  readonly status: 'good' | 'absent' | 'bad';
  /** For a person, one line. */
  readonly text: string;
  /** More lines: what was tried, and how that went. */
  readonly details?: readonly string[];
}
