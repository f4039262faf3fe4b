/** How command rules are read: the part in brackets of `Bash(…)`. PowerShell's would stand behind the same interface. */
export interface CommandLanguage {
  /** Compiles a pattern; an empty one, say, is a problem, in words. */
  compile(specifier: string): CompiledPattern | { readonly problem: string };
}

/** A compiled pattern. Texts are those of a `CommandAction`. */
export interface CompiledPattern {
  /** Without wildcards: compared with `exact`, and found by it. */
  readonly exact: string | undefined;
  /** Every text that it matches begins with this; patterns are found by it. */
  readonly prefix: string;
  matches(text: string): boolean;
  /** Covers almost everything, or whatever an interpreter or package runner is given: suspended in `auto` mode. */
  readonly isBroad: boolean;
}
