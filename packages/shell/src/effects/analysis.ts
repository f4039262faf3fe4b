import type { RepositoryReport } from '../tables/repository.ts';
import type { Grant } from '../tables/sluice/grant.ts';
import type { GitNames } from '../tables/file-touch.ts';
import type { GlobFiles } from '../globs/glob-files.ts';
import type { OpaqueReason, Redirection, Script } from '../tree.ts';

/** Where a command would run, and what can be known of its surroundings without running anything. */
export interface AnalysisContext {
  /** Absolute; undefined: not known. */
  readonly cwd: string | undefined;
  /** Absolute, for `~` and `$HOME`. */
  readonly home: string | undefined;
  /** `home` is what the line itself sets HOME to at some point. Default false. */
  readonly isHomeSet?: boolean;
  /** Programs are found whatever the case of their names, so that `RM` is `rm`. Default false. */
  readonly ignoresCase?: boolean;
  /** The path with all symbolic links resolved; undefined: there is no such file. Must not throw. Default: no path is a link. */
  readonly realName?: ((path: string) => string | undefined) | undefined;
  /** Whether a file names others that programs read with it, as a thin archive does. Must not throw. Default: every `*.a` does. */
  readonly namesOthers?: ((path: string) => boolean) | undefined;
  /** Absolute: where `mktemp` makes files. Default: not known. */
  readonly temporary?: string | undefined;
  /** The text of a small file; undefined: there is none, or it is too large. Must not throw. Default: no file is read. */
  readonly readText?: ((path: string) => string | undefined) | undefined;
  /**
   * What git itself says it would use in a directory, found without running anything that a repository configures. Must
   * not throw. Asked only about git commands that would otherwise be read-only, that may be aliases, that push, or that start hooks. Without it no git command is read-only.
   */
  readonly repository?: (directory: string) => RepositoryReport;
  /**
   * Programs are given this variable by the environment, so that they see what a script sets it to. Must not throw. Without
   * it any variable may be one.
   */
  readonly isExported?: ((name: string) => boolean) | undefined;
  /**
   * Where patterns such as `*.ts` are looked up, for commands that only read and in lines that change no names before;
   * undefined: a pattern may be anything beneath its directory. What it says must be compared with what it says when the
   * command starts.
   */
  readonly globFiles?: GlobFiles | undefined;
  /**
   * Patterns are looked up even where names may have changed before: for what only denies or asks, and beside an analysis
   * that doesn't look them up. Default false.
   */
  readonly looksUpAnyway?: boolean;
}

/** What a command line does, as far as it can be distinguished from its text. */
export interface CommandAnalysis {
  readonly source: string;
  /** The syntax tree of `source`. Undefined: it can't be parsed. */
  readonly script: Script | undefined;
  /** Why the command is not understood; then `commands` holds nothing. */
  readonly opaque:
    | { readonly reason: OpaqueReason; readonly message: string; readonly at: number }
    | undefined;
  /**
   * Every simple command, wherever it stands: in lists, pipes, bodies, substitutions, and nested in what others run
   * (`bash -c`, `eval`, `find -exec`, `xargs`). Bare assignments and redirections without a command are in it too.
   */
  readonly commands: readonly AnalyzedCommand[];
  /**
   * Commands of the shell scripts that it runs, as far as these can be read and parsed. Only what a rule denies counts of
   * them: what they do besides is the script's business.
   */
  readonly inScripts: readonly AnalyzedCommand[];
  /** What comes of the line once its values are followed; see `dryRun`. As for scripts, only what denies or asks counts of it. */
  readonly presumed: readonly AnalyzedCommand[];
  /** What programs may touch or start because of variables that are set: only what a rule denies counts of it, and it asks. */
  readonly ofVariables: readonly AnalyzedCommand[];
  /** Each of the commands is read-only, so that the whole has no effects. */
  readonly isReadOnly: boolean;
  /** May end in another directory than it began in: a `cd` outside a subshell. */
  readonly changesDirectory: boolean;
  /** Which files it touches rests on what its patterns match. */
  readonly expandsPatterns: boolean;
  /** What must be done for `isReadOnly` to hold; nothing for most commands. */
  readonly hardening: CommandHardening | undefined;
  /** The output of some part reports on processes, network, mounts, owners, rights or the environment, so that a sandbox would change it. */
  readonly reportsOnMachine: boolean;
}

export interface CommandHardening {
  /**
   * Added to the environment, replacing what is there: of the whole line where all of it only reads, else of the commands
   * at `prefixes` alone, for others may need what it takes away.
   */
  readonly environment: Readonly<Record<string, string>>;
  /** Text to insert into `source`, at UTF-16 offsets in ascending order; always constant words with a blank before them. */
  readonly insertions: readonly { readonly at: number; readonly text: string }[];
  /**
   * `read`: some command reads a git repository. `may-write`: for that, git may have to write after all, since the person has
   * set a filter, say. Undefined: none reads a repository.
   */
  readonly repository: 'read' | 'may-write' | undefined;
  /** Offsets in ascending order at which a command begins that needs the environment. */
  readonly prefixes: readonly number[];
}

export interface AnalyzedCommand {
  /** As written, without its redirections where they stand at the end. */
  readonly source: string;
  /** In the source of the whole; a nested one has the place of the command that runs it. */
  readonly start: number;
  readonly end: number;
  /** Decoded name and arguments; undefined for a word that is not known. Empty for bare assignments or redirections. */
  readonly argv: readonly (string | undefined)[];
  /** The same without the programs that run it as it is (`timeout 5`, `nohup`, `nice`, `stdbuf`, `command`): what really runs. */
  readonly unwrapped: readonly (string | undefined)[];
  readonly texts: RuleTexts;
  /** Nothing changes through this command or its redirections. Nested ones speak for themselves. */
  readonly isReadOnly: boolean;
  /** The same but for what its redirections write, which is decided by itself. */
  readonly readsItself: boolean;
  /** Why not, or what it is. In words for a person, no full stop. */
  readonly why: string;
  /** `mkdir`, `touch`, `rm`, `rmdir`, `mv`, `cp`, `sed -i` in forms whose files are all known. */
  readonly isFileEdit: boolean;
  /** What it touches itself, as far as its program is known. Not its redirections. */
  readonly files: readonly FileEffect[];
  readonly redirections: readonly FileEffect[];
  /** It may reach another machine. Undefined: not known. */
  readonly usesNetwork: boolean | undefined;
  /** The directory in which it runs, absolute; undefined: not known. */
  readonly cwd: string | undefined;
  /** Every directory in which it may run, where these are known. */
  readonly places: readonly string[];
  /** What runs it: `sudo`, `xargs`, `bash -c`, …, outermost first; empty for a command of the line itself. */
  readonly via: readonly string[];
  /** It was found inside the arguments of another of `commands` (`bash -c`, `find -exec`, …), which an allow rule covers. */
  readonly isNested: boolean;
  /** What it gives to an interpreter of another language, in its words or its input. Undefined: nothing, or a file. */
  readonly code?: GivenCode | undefined;
  /** What it runs can't be distinguished from its text: its name is not literal, or its words may run what a variable holds. */
  readonly isUncertain: boolean;
  /** Its name, or a script that it runs, is not known. Unlike `isUncertain`, whatever the line makes of names and variables. */
  readonly isUnknown: boolean;
  /** It runs Sluice so that an agent gets rights. Undefined: it doesn't, as far as its words tell. */
  readonly grant?: Grant | undefined;
  /** A reason to ask whatever allows it, `cd` to an unknown place before a redirection, say. No full stop. */
  readonly caution: string | undefined;
}

/** Code of another language than the shell's. */
export interface GivenCode {
  /** The interpreter's name without directory and version: `python`. */
  readonly program: string;
  /** With `${_}` for what is not known. */
  readonly texts: readonly string[];
  /** Nothing of the code is left out or unknown. */
  readonly isKnown: boolean;
  /** It is an editor, whose commands change files. */
  readonly isEditor: boolean;
}

/** How rules see a command: words decoded and quoted again where they must be, single blanks between them. */
export interface RuleTexts {
  /** All of it, redirections left out. */
  readonly exact: string;
  /** Safe assignments and stripped wrappers removed; undefined: no prefix or wildcard rule may cover it. */
  readonly allow: string | undefined;
  /** Everything that a deny or ask rule must see: with and without assignments and each wrapper, inner commands, and a path's last part for its name. */
  readonly deny: readonly string[];
  /** What the command begins with where a word that may be a sub-command isn't known: `git ` of `git "$x"`. Default none. */
  readonly open?: readonly string[];
}

/** How a command is told to leave out files and directories by their names. */
export interface LeavingOut {
  /** Whose options are inserted: `--exclude`, `--glob '!…'`, or pathspecs. */
  readonly by: 'grep' | 'rg' | 'git';
  /** Offset in the source, behind a word. */
  readonly at: number;
  /** What is inserted must begin with `--`. */
  readonly needsSeparator: boolean;
  /** Offsets in the source, each behind the name of what must be a commit, for git to leave anything out of it. Default none. */
  readonly commits?: readonly number[];
}

/**
 * What names become that a command prints and another takes as words: each is a word (`whole`), ends at blanks and loses its quotes
 * (`split`), or ends at blanks and may be a pattern (`expanded`).
 */
export type ListedWords = 'whole' | 'split' | 'expanded';

/** One file or tree that a command touches. */
export interface FileEffect {
  /** `list` tells names and sizes only. */
  readonly access: 'read' | 'list' | 'write' | 'remove';
  /**
   * Absolute, or undefined where the directory is not known. Normalized, except where a `..` may follow a symbolic link:
   * that leads where the kernel says. A glob has the directory before it.
   */
  readonly path: string | undefined;
  /** Everything beneath it as well, or something beneath it that is not known exactly (a glob). */
  readonly isTree: boolean;
  /** Of a tree: only files whose names end so, such as `.py`. */
  readonly endings?: readonly string[];
  /** What was there once is read as well: a repository has kept it. */
  readonly isPast?: boolean;
  /** It need not lie in a working directory to be read: what lies there names the place where the command runs as its own. */
  readonly isGranted?: boolean;
  /** The command can be made to leave out names beneath `path`. */
  readonly leavesOut?: LeavingOut;
  /** Of a tree that is read: without what has one of these names, patterns as in gitignore without a slash. */
  readonly excluded?: readonly string[];
  /** Of a pattern: how many levels beneath `path` its matches lie. They may be symbolic links. */
  readonly levels?: number;
  /** Of a removal: a slash at the end of `path` leads through a symbolic link there: `rm -rf L/`. */
  readonly isThroughLink?: boolean;
  /** Of a write: permissions or owners get changed, rather than contents. */
  readonly changesAccess?: true;
  /** Of a write: what is there stays, and more is added at its end. */
  readonly isAppended?: true;
  /** Of a write to a tree: only files that are there already get changed, and none is created. */
  readonly createsNone?: true;
  /** Of a write: everything beneath `path` gets changed, or all that a pattern or list names there. */
  readonly reachesAll?: true;
  /** Of a tree that is written: what comes there has the names that lie below these, absolute paths. Default: any names. */
  readonly copyOf?: readonly string[];
  /** Of a tree: it is one only if a directory is there now, else a file. */
  readonly mayBeFile?: true;
  /** Of a tree: only files that git names there now: those that it tracks, all but ignored ones (`not-ignored`), or `all`. Default: any. */
  readonly gitNames?: GitNames;
  /** With `gitNames`: those of the whole repository around `path`. */
  readonly isOfTop?: true;
  /** With `gitNames`: every directory in which git may run, absolute. None: it isn't known. */
  readonly gitRunsIn?: readonly string[];
  /** Of a tree that is read: only names that are listed there now. They may become other words than these names. */
  readonly areWords?: ListedWords;
  /** Of an unknown path: a text that the command is given computes it, so that it may be any. */
  readonly isComputed?: true;
  /** The line itself makes it, with a name that nothing else has: what is done to it changes nothing that was there. */
  readonly isFresh?: true;
  /** A variable names it: whether anything touches it isn't known, and only rules about it matter. */
  readonly isOfVariable?: true;
  /** As written, for a person. */
  readonly written: string;
  /** Of a redirection: its operator, such as `>&`. */
  readonly operator?: Redirection['operator'];
  /**
   * Of a removal: it names what is directly beneath `path` (`dir/*`), only certain names beneath it (`dir/*.o`), what a
   * search or comparison finds beneath it (`found`: perhaps everything), or what is
   * beneath an unknown directory (`"$d"/*`, `$d/`), or a home directory (`~`, `$HOME`), whatever that is.
   */
  readonly removal?: 'contents' | 'some' | 'found' | 'beneath-unknown' | 'home';
}
