import type { JsonObject } from '../data/json.ts';
import type { PermissionRule, RuleBehavior } from '../data/permission-rule.ts';

/** Both spellings of a path: an allow rule must match both, a deny or ask rule either. */
export interface PathSpellings {
  /** Absolute, normalised, symbolic links as written. */
  readonly lexical: string;
  /** Absolute, symbolic links resolved as far as the path exists. */
  readonly real: string;
}

/** Rules made ready for questions. Each answers with the first rule that matches, in the order of the sources. */
export interface CompiledRules {
  /** About the whole tool, by one of its names: a bare name, a glob, an MCP server. */
  forTool(behavior: RuleBehavior, names: readonly string[]): PermissionRule | undefined;
  /** `Tool(param:value)`, for deny and ask: asked of the input as the model wrote it. Undefined where there is none. */
  parametersOf(
    behavior: 'ask' | 'deny',
    names: readonly string[],
  ): ((input: JsonObject) => PermissionRule | undefined) | undefined;
  /** `Read(…)` or `Edit(…)` rules. No asymmetry is applied here: each kind answers for itself. */
  forPath(behavior: RuleBehavior, kind: 'Read' | 'Edit', path: PathSpellings): PermissionRule | undefined;
  /**
   * A rule that may be about something beneath a directory; with `isPast` about something that was there once, as what a
   * repository has kept.
   */
  beneath(
    behavior: 'ask' | 'deny',
    kind: 'Read' | 'Edit',
    tree: PathSpellings,
    isPast?: boolean,
  ): PermissionRule | undefined;
  /**
   * Patterns of names, as in gitignore and without a slash, that reach all that deny and ask rules say of reading beneath a
   * directory, now or once: a search that leaves them out shows nothing of it.
   */
  namesBeneath(tree: PathSpellings): readonly string[];
  /** Deny and ask: one of the texts `deny`. Allow: `exact` for patterns without wildcards, `allow` for all others. */
  forCommand(
    behavior: RuleBehavior,
    names: readonly string[],
    command: CommandTexts,
    options?: { readonly skipsBroad: boolean },
  ): PermissionRule | undefined;
  forHost(behavior: RuleBehavior, names: readonly string[], host: string): PermissionRule | undefined;
  /** `Agent(name)`, `Skill(name)`, `Skill(name *)`. */
  forName(
    behavior: RuleBehavior,
    names: readonly string[],
    name: string,
    rest: string | undefined,
  ): PermissionRule | undefined;
  /** For tools that read the brackets themselves. */
  forSpecifier(
    behavior: RuleBehavior,
    names: readonly string[],
    matches: (specifier: string) => boolean,
  ): PermissionRule | undefined;
  /** There is a deny or ask rule with brackets that might be about a call of such a tool which can't be looked into. */
  mayConcern(names: readonly string[]): PermissionRule | undefined;
  readonly problems: readonly RuleProblem[];
}

export interface CommandTexts {
  readonly exact: string;
  readonly allow: string | undefined;
  readonly deny: readonly string[];
}

/** What is wrong with a rule, and what comes of it. */
export interface RuleProblem {
  readonly rule: PermissionRule;
  readonly code:
    | 'malformed'
    | 'unknown-tool'
    | 'wrong-case'
    | 'allow-glob'
    | 'never-consulted'
    | 'read-as'
    | 'primary-parameter'
    | 'unreachable'
    | 'never-matches'
    /** It matches an operator of the shell only where a command has it in quotes. */
    | 'matches-quoted-only'
    | 'near-miss';
  /** The rule is left out. Otherwise it counts, but not as its author may think. */
  readonly isIgnored: boolean;
  /** What is wrong and how to mend it, in one or two sentences. */
  readonly message: string;
}
