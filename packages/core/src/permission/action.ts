/**
 * One thing that a call does, as far as permission is concerned. A call is denied or asked about when one of its
 * actions is, and allowed when each of them is (DESIGN.md 4).
 */
export type Action = FileAction | CommandAction | FetchAction | NamedAction;

/** What a tool declares about one call. */
export interface CallActions {
  readonly actions: readonly Action[];
  /** Why the call is not fully understood: such a call is asked about, and no rule can cover it. */
  readonly opaque?: OpaqueCall;
  /** What runs in place of the input as written, where the two differ. */
  readonly runsAs?: { readonly text: string; readonly environment: Readonly<Record<string, string>> };
}

export interface OpaqueCall {
  readonly message: string;
  /** Longer than what is looked at: asked about in every mode. */
  readonly isTooLong: boolean;
  /** The text as far as a person could read it; looked through for what even `bypassPermissions` asks about. */
  readonly source: string;
}

/** Governed by `Read(…)` rules (`read`, `list`) or `Edit(…)` rules (`write`, `remove`). */
export interface FileAction {
  readonly type: 'file';
  /** `list` tells names and sizes only. */
  readonly access: 'read' | 'list' | 'write' | 'remove';
  /** Absolute, or seen from the session's working directory; undefined: not known which. */
  readonly path: string | undefined;
  /** Everything beneath it as well, or something beneath it that is not known exactly. */
  readonly isTree: boolean;
  /** Of a pattern: how many levels of `path` its matches may lie beneath it. They may be symbolic links. */
  readonly levels?: number;
  /** What was there once is read as well: a repository has kept it. */
  readonly isPast?: boolean;
  /** Of a reading: it need not lie in a working directory. Rules that deny or ask hold all the same. Default false. */
  readonly isGranted?: boolean;
  /** The tool leaves out itself what rules deny beneath the path. Default false. */
  readonly leavesOutDenied?: boolean;
  /** A sandbox hides what rules deny reading of, as far as it lies in the working directories. Default false. */
  readonly isHiddenIfDenied?: boolean;
  /**
   * Of a removal: its target names what is directly beneath `path`, only certain names somewhere beneath it, or lies beneath a
   * directory that is not known, or it is written as the home directory (`~`, `$HOME`), whatever that is.
   */
  readonly removal?: 'contents' | 'some' | 'beneath-unknown' | 'home';
  /** Of a removal: absolute paths of the home where it happens, besides that of the session. Default none. */
  readonly homes?: readonly string[];
}

/** A simple command. Governed by rules of the tool's own name, compared with the texts given here. */
export interface CommandAction {
  readonly type: 'command';
  /** As written, for people. */
  readonly source: string;
  /** What an allow rule without wildcards is compared with. */
  readonly exact: string;
  /** What every other allow rule is compared with; undefined: none covers it. */
  readonly allow: string | undefined;
  /** What deny and ask rules are compared with: the command, and each one that it runs through wrappers. */
  readonly deny: readonly string[];
  /** Has no effects: allowed as soon as its files are. */
  readonly isReadOnly: boolean;
  /** Why it is not read-only, or what it is. */
  readonly why: string;
  /** Absolute: where it would run; undefined: not known. */
  readonly cwd?: string | undefined;
  /** It may reach another machine; undefined: not known. */
  readonly usesNetwork?: boolean | undefined;
  /** What runs it, outermost first. */
  readonly via?: readonly string[];
  /** One of the commands that `acceptEdits` runs on files in scope: all it does is in `files`. */
  readonly isFileEdit: boolean;
  /** What it runs can't be told from its text: a rule about any command may be about it. Default false. */
  readonly isUncertain?: boolean;
  /** Files that it touches itself, as far as they are known. */
  readonly files: readonly FileAction[];
  /** Targets of redirections: file accesses in their own right, whatever allows the command. */
  readonly redirections: readonly FileAction[];
  /**
   * Index of the action in whose arguments it stands (`bash -c`, `find -exec`): a rule or mode that allows that one covers
   * it. Deny and ask rules and floors hold for it all the same.
   */
  readonly runBy?: number;
  /** It stands in a file that the call runs: only deny and ask rules and critical removals are about it. Default false. */
  readonly isInScript?: boolean;
  /** Asked about even where a rule allows it in general: the base directory of a redirection is not known, say. */
  readonly caution?: string;
}

/** Governed by `WebFetch(domain:…)` rules. */
export interface FetchAction {
  readonly type: 'fetch';
  readonly host: string;
}

/** Governed by rules `Agent(name)`, `Skill(name)` or `Skill(name *)`, the part before the bracket being the tool's name. */
export interface NamedAction {
  readonly type: 'named';
  readonly name: string;
  /** What follows the name, for `Skill(name *)`. */
  readonly rest?: string;
}
