/** A rule that would have allowed what the user has just approved. */
export interface SuggestedRule {
  /** As written in a settings file: `Bash(npm run test *)`, `Read(//srv/data/**)`. */
  readonly text: string;
  /** The sub-command for which it is suggested, as written. */
  readonly covers: string;
}
