/** How command rules are parsed: the part in brackets of `Bash(…)`. PowerShell's would use the same interface. */
export interface CommandLanguage {
  /** Compiles a pattern; an invalid one, such as an empty one, is a problem, in words. */
  compile(specifier: string): CompiledPattern | { readonly problem: string };
}

/** A compiled pattern. Texts are those of a `CommandAction`. */
export interface CompiledPattern {
  /** Without wildcards: compared with `exact`, and looked up by it. */
  readonly exact: string | undefined;
  /** Every text that it matches starts with this; patterns are looked up by it. */
  readonly prefix: string;
  matches(text: string): boolean;
  /** Covers almost everything, or whatever an interpreter or package runner is given: suspended in `auto` mode. */
  readonly isBroad: boolean;
}
