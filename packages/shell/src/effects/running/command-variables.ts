import type { WordPart } from '../../tree.ts';
import { holdsGitSetting } from './git-setting-variables.ts';

/** Stands for what is not known. */
const UNKNOWN = '${_}';

type Scripts = (value: string) => readonly string[];

/** The value is a command, mostly for a shell. */
const command: Scripts = (value) => [value.replace(/^!/u, '')];

/** The same, of names that scripts also use for values of their own. */
const tool: Scripts = (value) => [value];

/** The shell expands what it shows. */
const prompt: Scripts = (value) =>
  /\$\(|`/u.test(value) ? [`: "${value.replaceAll('"', String.raw`\"`)}"`] : [];

/** `|lesspipe %s`, `||-lesspipe %s`: less reads what the command prints. */
const preprocessor: Scripts = (value) => [value.replace(/^\|{0,2}-?/u, '')];

/** The value is options, as words of the program behind its name. */
const optionsOf =
  (program: string): Scripts =>
  (value) => [`${program} ${value.replaceAll(/[^\w\s\\/=.,:@%+'"-]/gu, String.raw`\$&`)}`];

/** `+!rm x` is a command of less's own, and options go on behind a `$`. */
const lessOptions: Scripts = (value) =>
  [...value.matchAll(/\+[^$]*/gu)].map(([start]) => `less '${start.replaceAll("'", String.raw`'\''`)}'`);

/** Options that name a program: `-toolexec=x`. */
const goFlags: Scripts = (value) =>
  [...value.matchAll(/(?:^|[\s'"])--?(?:toolexec|exec)=([^]*?)(?=['"]|\s+-|$)/gu)].map(
    ([, program = '']) => program,
  );

/** Options that name a makefile or its directory, and values that make computes: neither can be followed here. */
const TELLS_MAKE = /(?:^|\s)(?:-[a-zA-Z]*[fECI]|--(?:ev|fi|mak|dir|inc))|\$[({]/u;

/** How many run side by side is all that `-j$(nproc)` says. */
const JOBS = /(?<=^|\s)-[jl] ?\$\{_\}(?=\s|$)/gu;

const makeFlags: Scripts = (value) => {
  const known = value.replaceAll(JOBS, '');
  if (TELLS_MAKE.test(known)) return [UNKNOWN];
  return [...known.matchAll(/(?:^|\s)(\w+)[:+?]*=([^]*?)(?=\s+\w+[:+?]*=|$)/gu)].flatMap(
    ([, name = '', program = '']) =>
      name === 'SHELL' || isCommand(name) ? [program.replaceAll(String.raw`\ `, ' ')] : [],
  );
};

const each = (names: string, scripts: Scripts): readonly (readonly [string, Scripts])[] =>
  names.split(' ').map((name) => [name, scripts]);

/** Variables by which programs start others, and what each value makes them start. */
const TABLE: ReadonlyMap<string, Scripts> = new Map<string, Scripts>([
  ...each(
    'GIT_EXTERNAL_DIFF GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS GIT_PROXY_COMMAND ' +
      'SSH_ASKPASS SUDO_ASKPASS EDITOR VISUAL FCEDIT SUDO_EDITOR SYSTEMD_EDITOR SVN_EDITOR CVSEDITOR HGEDITOR HGMERGE ' +
      'KUBE_EDITOR GH_EDITOR GLAB_EDITOR PSQL_EDITOR PSQL_PAGER P4EDITOR P4DIFF P4MERGE P4PAGER PAGER MANPAGER ' +
      'SYSTEMD_PAGER BAT_PAGER DELTA_PAGER AWS_PAGER GH_PAGER BROWSER GH_BROWSER PROMPT_COMMAND RSYNC_RSH ' +
      'RSYNC_CONNECT_PROG CVS_RSH SVN_SSH BORG_RSH BORG_PASSCOMMAND RESTIC_PASSWORD_COMMAND FZF_DEFAULT_COMMAND',
    command,
  ),
  ...each('PS0 PS1 PS2 PS4', prompt),
  ...each(
    'CC CXX CPP FC F77 HOSTCC HOSTCXX LD AR AS NM RANLIB STRIP OBJCOPY LEX YACC CONFIG_SHELL RUSTC RUSTDOC RUSTC_WRAPPER ' +
      'RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER ' +
      'CCACHE_PREFIX CCACHE_COMPILER CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER npm_config_script_shell ' +
      'npm_config_git npm_config_editor npm_config_viewer',
    tool,
  ),
  ...each('LESSOPEN LESSCLOSE', preprocessor),
  // An address of a repository may be a command then: `ext::rm x`.
  ['GIT_ALLOW_PROTOCOL', (value) => (/(?:^|:)ext(?:$|:)|\$\{_\}/u.test(value) ? [UNKNOWN] : [])],
  ['LESS', lessOptions],
  // Where a compiler finds the programs that it starts.
  ...each('COMPILER_PATH GCC_EXEC_PREFIX', () => [UNKNOWN]),
  ['GOFLAGS', goFlags],
  ...each('MAKEFLAGS GNUMAKEFLAGS MFLAGS', makeFlags),
  ['SHELL', (value) => (PLAIN_SHELL.test(value.trim()) ? [] : [`${value} "${UNKNOWN}"`])],
  ['.SHELLFLAGS', (value) => (PLAIN_FLAGS.test(value) ? [] : [`sh ${value}`])],
  ['TAR_OPTIONS', optionsOf('tar')],
  ['ZIPOPT', optionsOf('zip')],
  ...each('XZ_OPT XZ_DEFAULTS', (value) => (value.includes('--f') ? optionsOf('xz')(value) : [])),
]);

/** A shell with options that only say how it runs recipes. */
const PLAIN_SHELL = /^(?:\/usr\/bin\/env +)?(?:\S*\/)?(?:ba|da|z|k|mk|a)?sh(?: +-[a-bd-z]+(?: +[a-z]+)?)*$/u;
const PLAIN_FLAGS = /^(?:-[a-zA-Z]+(?: +pipefail| +errexit| +nounset)? *)*$/u;

/** `CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER`. */
const OF_TARGET = /^CARGO_TARGET_\w+_(?:RUNNER|LINKER)$/u;

function scriptsFor(name: string): Scripts | undefined {
  return TABLE.get(name) ?? (OF_TARGET.test(name) ? command : undefined);
}

function isCommand(name: string): boolean {
  const scripts = scriptsFor(name);
  return scripts === command || scripts === tool;
}

/** The commands that a variable makes programs start; undefined: it is none of those by which they go. */
export function scriptsOfVariable(name: string, value: string): readonly string[] | undefined {
  const scripts = scriptsFor(name);
  if (scripts === undefined) return undefined;
  return scripts(value).filter((text) => /\S/u.test(text));
}

/**
 * Of a value that is not known, what matters of it to what the variable makes programs start; undefined: nothing does.
 * @param isGiven it is set for a command
 */
export function unknownValue(name: string, parts: readonly WordPart[], isGiven: boolean): string | undefined {
  const scripts = scriptsFor(name);
  if (scripts === undefined) return holdsGitSetting(name) ? UNKNOWN : undefined;
  if (scripts === tool && !isGiven) return undefined;
  if (scripts !== makeFlags) return UNKNOWN;
  const text = parts.map((part) => (part.type === 'literal' ? part.value : UNKNOWN)).join('');
  return text.replaceAll(JOBS, '').includes(UNKNOWN) ? UNKNOWN : text;
}

/** Behind these words, `NAME=value` is an assignment; a value of one word names a program then. */
const ASSIGNING =
  /^(?:.*\/)?(?:export|declare|typeset|local|readonly|env|sudo|doas|g?make|configure|cmake)$/u;

export function isAssigning(word: string | undefined): boolean {
  return ASSIGNING.test(word ?? '');
}
