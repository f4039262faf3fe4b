/** What came of adding or removing a rule, for a person and as JSON. */
export interface RuleChange {
  readonly ok: boolean;
  /** The files that were written; none when everything was so already. */
  readonly files: readonly string[];
  readonly message: string;
  /** What to know about it besides. */
  readonly warnings: readonly string[];
}

export function refused(message: string, warnings: readonly string[] = []): RuleChange {
  return { ok: false, files: [], message, warnings };
}
