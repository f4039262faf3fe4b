import type { JsonObject } from '../data/json.ts';
import type { PermissionRule, RuleBehavior } from '../data/permission-rule.ts';

/** Both spellings of a path: an allow rule must match both, a deny or ask rule either. */
export interface PathSpellings {
  /** Absolute and normalized, with symbolic links as written. */
  readonly lexical: string;
  /** Absolute, with symbolic links resolved as far as the path exists. */
  readonly real: string;
}

/** Compiled rules. Each lookup returns the first rule that matches, in the order of the sources. */
export interface CompiledRules {
  /** About the whole tool, by one of its names: a bare name, a glob, an MCP server. */
  forTool(behavior: RuleBehavior, names: readonly string[]): PermissionRule | undefined;
  /** `Tool(param:value)`, for deny and ask: matched against the input as the model wrote it. Undefined if there are none. */
  parametersOf(
    behavior: 'ask' | 'deny',
    names: readonly string[],
  ): ((input: JsonObject) => PermissionRule | undefined) | undefined;
  /** `Read(…)` or `Edit(…)` rules. No asymmetry is applied here: each kind is separate. */
  forPath(behavior: RuleBehavior, kind: 'Read' | 'Edit', path: PathSpellings): PermissionRule | undefined;
  /**
   * A `Read` rule about a file that has another name (hard link) below a directory, and that name; the directory if there are too many to look
   * through.
   */
  linkedBeneath(
    behavior: 'ask' | 'deny',
    directory: PathSpellings,
  ): { readonly rule: PermissionRule; readonly path: string } | undefined;
  /** A rule that names the file by another of its names (hard links), and that name: what a few looks at the file system find. */
  forNamedFile(
    behavior: 'ask' | 'deny',
    kind: 'Read' | 'Edit',
    path: PathSpellings,
  ): { readonly rule: PermissionRule; readonly path: string } | undefined;
  /** A rule that may apply to something below a directory. */
  beneath(
    behavior: 'ask' | 'deny',
    kind: 'Read' | 'Edit',
    tree: PathSpellings,
    reach?: TreeReach,
  ): PermissionRule | undefined;
  /**
   * Name patterns, as in gitignore and without a slash, that cover everything that deny and ask rules say about reading below a
   * directory, now or earlier: a search that leaves them out shows nothing of it.
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
  /** For tools that interpret the brackets themselves. */
  forSpecifier(
    behavior: RuleBehavior,
    names: readonly string[],
    matches: (specifier: string) => boolean,
  ): PermissionRule | undefined;
  /** A deny or ask rule about a sub-command, where which one it is isn't known. See `CommandAction.open`. */
  forSubcommand(names: readonly string[], open: readonly string[]): PermissionRule | undefined;
  /** Whether a deny or ask rule with brackets might apply to a call of such a tool that can't be analyzed. */
  mayConcern(names: readonly string[]): PermissionRule | undefined;
  readonly problems: readonly RuleProblem[];
}

/** What is touched of a directory. */
export interface TreeReach {
  /** What was there once too, because a repository has kept it. Default false. */
  readonly isPast?: boolean | undefined;
  /** What is not there yet too, because files of any name may be created. Default false. */
  readonly isToCome?: boolean | undefined;
  /** Only what git may have in its work tree, which is nothing below a `.git`. Default false. */
  readonly isTracked?: boolean | undefined;
  /** Only rules that say where a file lies, not those of a bare name, which are about files that hold a secret wherever they lie. Default false. */
  readonly isOfPlaces?: boolean | undefined;
  /** Only files whose names end so: `.py`. Default: all. */
  readonly endings?: readonly string[] | undefined;
}

export interface CommandTexts {
  readonly exact: string;
  readonly allow: string | undefined;
  readonly deny: readonly string[];
}

/** A problem with a rule, and its effect. */
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
    /** It matches a shell operator only if a command has it in quotes. */
    | 'matches-quoted-only'
    | 'near-miss';
  /** The rule is ignored. Otherwise it applies, but probably not as intended. */
  readonly isIgnored: boolean;
  /** What is wrong and how to fix it, in one or two sentences. */
  readonly message: string;
}
