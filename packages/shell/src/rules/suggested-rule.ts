/** A rule that would have allowed what a person has just approved. */
export interface SuggestedRule {
  /** As it would stand in a settings file: `Bash(npm run test *)`, `Read(//srv/data/**)`. */
  readonly text: string;
  /** The sub-command for which it is suggested, as written. */
  readonly covers: string;
}
