/**
 * What a command line says, as a tree of our own. A parser that is not certain of every character answers `opaque`:
 * such a command is asked about, never runs in parallel, and can't be saved as a rule (DESIGN.md 4).
 */
export type ParsedCommand =
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'opaque'; readonly reason: OpaqueReason; readonly message: string; readonly at: number };

export type OpaqueReason =
  | 'too-long'
  | 'too-deep'
  | 'syntax'
  | 'unsupported'
  | 'control-character'
  | 'unterminated';

/** Commands one after the other, separated by `;`, `&` or a newline. */
export interface Script {
  readonly items: readonly ScriptItem[];
}

export interface ScriptItem {
  readonly command: Command;
  /** Ended by `&`: runs in the background. */
  readonly isBackground: boolean;
}

export type Command =
  | {
      readonly type: 'and-or';
      readonly operator: '&&' | '||';
      readonly left: Command;
      readonly right: Command;
    }
  | {
      readonly type: 'pipeline';
      readonly isNegated: boolean;
      /** Preceded by the reserved word `time`. */
      readonly isTimed: boolean;
      /** At least one. `|&` adds a redirection of 2 to 1 to the command before it. */
      readonly commands: readonly Command[];
    }
  | SimpleCommand
  | (Compound & {
      readonly type: 'subshell' | 'group';
      readonly body: Script;
    })
  | (Compound & {
      readonly type: 'if';
      readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
      readonly otherwise: Script | undefined;
    })
  | (Compound & { readonly type: 'while' | 'until'; readonly condition: Script; readonly body: Script })
  | (Compound & {
      readonly type: 'for' | 'select';
      readonly variable: string;
      /** Undefined: `for x; do`, the positional parameters. */
      readonly words: readonly Word[] | undefined;
      readonly body: Script;
    })
  | (Compound & {
      readonly type: 'case';
      readonly subject: Word;
      readonly clauses: readonly { readonly patterns: readonly Word[]; readonly body: Script }[];
    })
  | (Compound & { readonly type: 'function'; readonly name: string; readonly body: Command })
  /** `[[ … ]]`: its words, operators included as literal words. */
  | (Compound & { readonly type: 'test'; readonly words: readonly Word[] })
  /** `(( … ))`: the parts of its text that the shell expands. */
  | (Compound & { readonly type: 'arithmetic'; readonly parts: readonly WordPart[] });

interface Compound extends Spanned {
  readonly redirections: readonly Redirection[];
}

/** Assignments, a name and arguments, redirections. */
export interface SimpleCommand extends Spanned {
  readonly type: 'simple';
  readonly assignments: readonly Assignment[];
  /** The command's name first; empty for bare assignments or redirections. */
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

export interface Assignment extends Spanned {
  readonly name: string;
  /** `+=`. */
  readonly isAppend: boolean;
  /** A scalar, or the words of an array. */
  readonly value: Word | readonly Word[];
  /** Text between `[` and `]` of `name[…]=`, where there is one. */
  readonly index: string | undefined;
}

export interface Redirection extends Spanned {
  /** File descriptor, the default of the operator filled in; a name for `{name}>`. */
  readonly descriptor: number | string;
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<';
  /** The file, the descriptor, or the body of a here-document (one word, its expansions as parts). */
  readonly target: Word;
}

/** Where in the source, as UTF-16 offsets: `[start, end)`. */
export interface Spanned {
  readonly start: number;
  readonly end: number;
}

/** A word as the shell decodes it. */
export interface Word extends Spanned {
  readonly parts: readonly WordPart[];
  /**
   * The one argument that the word becomes, where that is known without running anything: all parts are literal.
   * Undefined: it expands to something unknown, or to several words.
   */
  readonly literal: string | undefined;
  /** Any part of it was quoted or escaped. */
  readonly isQuoted: boolean;
}

export type WordPart =
  /** Text with quotes and escapes decoded. */
  | { readonly type: 'literal'; readonly value: string; readonly isQuoted: boolean }
  /** `$name`, `${name…}`, `$1`, `$@`, …; `words` are words inside an operation such as `${x:-…}`. */
  | {
      readonly type: 'parameter';
      readonly name: string;
      /** The text of an operation after the name, as written; empty for a plain expansion. */
      readonly operation: string;
      readonly words: readonly Word[];
      readonly isQuoted: boolean;
    }
  /** `$(…)` and backticks. */
  | { readonly type: 'command-substitution'; readonly script: Script; readonly isQuoted: boolean }
  /** `<(…)`, `>(…)`. */
  | { readonly type: 'process-substitution'; readonly direction: '<' | '>'; readonly script: Script }
  /** `$((…))`: the parts of its text that the shell expands. */
  | { readonly type: 'arithmetic'; readonly parts: readonly WordPart[]; readonly isQuoted: boolean }
  /** An unquoted `*`, `?`, `[…]` or extended pattern, as written. */
  | { readonly type: 'glob'; readonly pattern: string }
  /** `~` or `~user` at a place where the shell expands it. */
  | { readonly type: 'tilde'; readonly user: string }
  /** `{a,b}`, `{1..9}`, as written: one word becomes several. */
  | { readonly type: 'braces'; readonly source: string };
