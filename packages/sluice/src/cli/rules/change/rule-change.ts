/** The result of adding or removing a rule, for the user and as JSON. */
export interface RuleChange {
  readonly ok: boolean;
  /** The files that were written; empty if nothing had to change. */
  readonly files: readonly string[];
  readonly message: string;
  /** Additional notes. */
  readonly warnings: readonly string[];
}

export function refused(message: string, warnings: readonly string[] = []): RuleChange {
  return { ok: false, files: [], message, warnings };
}
