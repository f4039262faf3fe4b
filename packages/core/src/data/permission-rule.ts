export type RuleBehavior = 'allow' | 'ask' | 'deny';

/** Where a rule comes from, highest first. It is said, and decides what `/path` starts from; it never decides who wins. `agent`: a deny that one agent was opened with. `skill`: what a skill brings, until the person's next message. */
export type RuleSource = 'managed' | 'cli' | 'local' | 'project' | 'user' | 'session' | 'agent' | 'skill';

/** A rule as somebody wrote it. */
export interface PermissionRule {
  readonly behavior: RuleBehavior;
  /** Verbatim: `Bash(npm run test *)`. */
  readonly text: string;
  readonly source: RuleSource;
  /** The file that holds it, absolute, and the line, from 1; absent for a rule that stands in no file. */
  readonly file?: string;
  readonly line?: number;
  /** Absolute directory from which a path pattern that begins with one `/` starts. */
  readonly root: string;
}

/** The two parts of a rule's text. */
export interface RuleParts {
  readonly toolName: string;
  /** What stands in the brackets; undefined without brackets, and for `*`, which means the same. */
  readonly specifier: string | undefined;
}
