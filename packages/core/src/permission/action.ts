import type { GitNames } from '../ports/files.ts';

/**
 * One thing that a call does, as far as permission is concerned. A call is denied or asked about if one of its actions is, and allowed if
 * each of them is (DESIGN.md 4).
 */
export type Action = FileAction | CommandAction | FetchAction | NamedAction;

/** What a tool declares about one call. */
export interface CallActions {
  readonly actions: readonly Action[];
  /** Why the call is not fully understood: such a call is asked about, and no rule can cover it. */
  readonly opaque?: OpaqueCall;
  /** The whole command line, which an isolated agent's may not name the main checkout in. Undefined: the call has none, or a sandbox shuts that out. */
  readonly line?: string | undefined;
  /** What runs in place of the input as written, if they differ. */
  readonly runsAs?: { readonly text: string; readonly environment: Readonly<Record<string, string>> };
}

export interface OpaqueCall {
  readonly message: string;
  /** Longer than what is analyzed: asked about in every mode. */
  readonly isTooLong: boolean;
  /** The text as far as a person could read it; searched for what even `bypassPermissions` asks about. */
  readonly source: string;
}

/** Controlled by `Read(…)` rules (`read`, `list`) or `Edit(…)` rules (`write`, `remove`). */
export interface FileAction {
  readonly type: 'file';
  /** `list` reveals only names and sizes. */
  readonly access: 'read' | 'list' | 'write' | 'remove';
  /** Absolute, or relative to the session's working directory; undefined if unknown. */
  readonly path: string | undefined;
  /**
   * Where `path` led when the tool looked: the only place that it will touch, whatever a symbolic link becomes later. Absolute. Judged as
   * well as the place to which the path leads then. Default: only that.
   */
  readonly realPath?: string | undefined;
  /** Of a redirection that opens an unknown file or one of several: as written, `>& logs/*`, for people. Default: from `access` and `path`. */
  readonly written?: string | undefined;
  /** Of a path that isn't known: as written where that is relative, and its directory isn't known. Default: not known either. */
  readonly endsIn?: string | undefined;
  /** Of a path that isn't known: a text that the command is given computes it. Default false. */
  readonly isComputed?: true | undefined;
  /** Includes everything below it, or something below it that is not known exactly. */
  readonly isTree: boolean;
  /** For a pattern: how many levels below `path` its matches may be. They may be symbolic links. */
  readonly levels?: number;
  /** Of a path that isn't known: the directory below which it begins, absolute: that of `logs/$DAY`. Default: not known either. */
  readonly within?: string | undefined;
  /** Old content is read as well, because a repository has kept it. */
  readonly isPast?: boolean;
  /** Of a tree: only files whose names end so, such as `.py`. Default: all. */
  readonly endings?: readonly string[] | undefined;
  /** Of a tree that is read: without what has one of these names, patterns as in gitignore without a slash. Default: all of it. */
  readonly excluded?: readonly string[] | undefined;
  /** For reading: it need not be in a working directory. Deny and ask rules apply anyway. Default false. */
  readonly isGranted?: boolean;
  /** The tool itself leaves out what rules deny below the path. Default false. */
  readonly leavesOutDenied?: boolean;
  /** Of a tree that is written: what comes there has the names that lie below these, absolute paths. Default: any names. */
  readonly copyOf?: readonly string[] | undefined;
  /** Of a tree that is read, or of copies: nothing comes into being below it before: what lies there now is what is read. Default false. */
  readonly isAsNow?: true | undefined;
  /**
   * Of a tree that is read: only names that are listed there now, by git if `gitNames` says so, as words of a command: each is a word
   * (`whole`), ends at blanks and loses its quotes (`split`), or ends at blanks and may be a pattern (`expanded`).
   */
  readonly areWords?: 'whole' | 'split' | 'expanded' | undefined;
  /** Of a tree: it is one only if a directory is there now, else a file. Default false. */
  readonly mayBeFile?: true | undefined;
  /** Of a tree: only files that git names there now: see `Files.gitNames`. Default: any. */
  readonly gitNames?: GitNames | undefined;
  /** With `gitNames`: those of the whole repository. Default false. */
  readonly isOfTop?: true | undefined;
  /** With `gitNames`: every directory in which git may run, absolute. Default: none, so git is not asked. */
  readonly gitRunsIn?: readonly string[] | undefined;
  /** A sandbox hides what rules deny reading, within the working directories. Default false. */
  readonly isHiddenIfDenied?: boolean;
  /**
   * For a removal: its target names what is directly below `path`, only certain names somewhere below it, what a search or comparison
   * finds below it (`found`: perhaps everything), or is below an unknown
   * directory, or is written as the home directory (`~`, `$HOME`), whatever that is.
   */
  readonly removal?: 'contents' | 'some' | 'found' | 'beneath-unknown' | 'home';
  /** For a write: permissions or owners get changed, rather than contents. Default false. */
  readonly changesAccess?: true | undefined;
  /** For a write to a tree: only files that are there already get changed, and none is created. Default: some may be. */
  readonly createsNone?: true | undefined;
  /** For a write to a tree: no other part of the call may make a symbolic link in it before. Default false. */
  readonly hasNoNewLinks?: true | undefined;
  /** The call itself makes it, with a name that nothing else has. Default false. */
  readonly isFresh?: true | undefined;
  /** A variable of a command names it: only rules about it matter. Default false. */
  readonly isOfVariable?: true | undefined;
  /** For a write: everything below `path` gets changed, or all that a list names there. Default false. */
  readonly reachesAll?: true | undefined;
  /** For a removal, or a write that reaches everything: absolute paths of home directories where it runs, in addition to the session's. Default none. */
  readonly homes?: readonly string[];
}

/** A simple command. Controlled by rules with the tool's own name, compared with the texts given here. */
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
  /** What it begins with where a word that may be a sub-command isn't known: `git ` of `git "$x"`. Default none. */
  readonly open?: readonly string[] | undefined;
  /** Has no effects: allowed as soon as its files are. */
  readonly isReadOnly: boolean;
  /** Why it is not read-only, or what it is. */
  readonly why: string;
  /** Absolute: where it would run; undefined if unknown. */
  readonly cwd?: string | undefined;
  /**
   * Paths that its words name where these matter to an agent with a checkout of its own. Undefined: git is sent to an unknown
   * repository. Default none.
   */
  readonly reaches?: readonly (string | undefined)[];
  /** The code that it gives to an interpreter of another language. Undefined: none, or a sandbox shuts in what it does. */
  readonly code?: GivenCode | undefined;
  /** It may reach another machine; undefined if unknown. */
  readonly usesNetwork?: boolean | undefined;
  /** What runs it, outermost first. */
  readonly via?: readonly string[];
  /** One of the commands that `acceptEdits` runs on files in scope: all it does is in `files`. */
  readonly isFileEdit: boolean;
  /** What it runs can't be determined from its text: any command rule may apply to it. Default false. */
  readonly isUncertain?: boolean;
  /** Its name, or a script that it runs, is not known. Default false. */
  readonly isUnknown?: boolean;
  /** Every directory in which it may run, where `cwd` is not known and these are. Default none. */
  readonly places?: readonly string[];
  /** Files that it touches itself, as far as they are known. */
  readonly files: readonly FileAction[];
  /** Targets of redirections: separate file accesses, whatever allows the command. */
  readonly redirections: readonly FileAction[];
  /**
   * Index of the action in whose arguments it is (`bash -c`, `find -exec`): a rule or mode that allows that one covers it. Deny and ask
   * rules and safety checks apply anyway.
   */
  readonly runBy?: number;
  /** It is in a file that the call runs: only deny and ask rules and critical removals apply to it. Default false. */
  readonly isInScript?: boolean;
  /** It comes of a dry run, in which every branch is taken: a deny rule asks about it. Default false. */
  readonly isPresumed?: boolean;
  /** It gives rights to agents. Undefined: it doesn't, or that can't be seen. */
  readonly grant?: Grant | undefined;
  /** Asked about even if a rule allows it in general, for example because the base directory of a redirection is unknown. */
  readonly caution?: string;
}

/** Rights that a command gives to agents by running Sluice: a person decides, unless the mode lets everything run. */
export interface Grant {
  /** Continues "it would". */
  readonly what: string;
  /** It gives no more than a session in this permission mode, by its name. Default: it gives other rights. */
  readonly mode?: string;
}

/** Code of another language than the shell's. */
export interface GivenCode {
  /** The interpreter's name without directory and version: `python`. */
  readonly program: string;
  /** With `${_}` for what is not known. */
  readonly texts: readonly string[];
  /** Nothing of the code is left out or unknown. */
  readonly isKnown: boolean;
  /** It is given to an editor, whose commands change files. */
  readonly isEditor: boolean;
}

/** Controlled by `WebFetch(domain:…)` rules. */
export interface FetchAction {
  readonly type: 'fetch';
  readonly host: string;
}

/** Controlled by rules `Agent(name)`, `Skill(name)` or `Skill(name *)`; the part before the bracket is the tool's name. */
export interface NamedAction {
  readonly type: 'named';
  readonly name: string;
  /** What follows the name, for `Skill(name *)`. */
  readonly rest?: string;
}
