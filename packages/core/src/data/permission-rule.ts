export type RuleBehavior = 'allow' | 'ask' | 'deny';

/** Where a rule comes from, highest first. It is said, and decides what `/path` starts from; it never decides who wins. `agent`: a deny that one agent was opened with. `skill`: what a skill brings, until the person's next message. `server`: the policy that the entry of an MCP server has for a tool. */
export type RuleSource =
  | 'managed'
  | 'cli'
  | 'local'
  | 'project'
  | 'user'
  | 'session'
  | 'agent'
  | 'skill'
  | 'server';

/** A rule as written by its author. */
export interface PermissionRule {
  readonly behavior: RuleBehavior;
  /** Verbatim: `Bash(npm run test *)`. */
  readonly text: string;
  readonly source: RuleSource;
  /** The file that contains it, absolute, and the line, starting at 1; absent for a rule from elsewhere. */
  readonly file?: string;
  readonly line?: number;
  /** Absolute directory that is the base of a path pattern with one leading `/`. */
  readonly root: string;
}

/** The two parts of a rule's text. */
export interface RuleParts {
  readonly toolName: string;
  /** The text in the brackets; undefined without brackets, and for `*`, which means the same. */
  readonly specifier: string | undefined;
}
