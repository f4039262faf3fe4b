/**
 * Variables and settings that name a program which is started with names of files, or with other words that may name some, such as
 * those of a host.
 */
const VARIABLES = new Set(
  (
    'GIT_EXTERNAL_DIFF GIT_SSH_COMMAND GIT_SSH GIT_PROXY_COMMAND HGMERGE P4DIFF P4MERGE BROWSER GH_BROWSER RSYNC_RSH CVS_RSH SVN_SSH ' +
    'BORG_RSH CC CXX CPP FC F77 HOSTCC HOSTCXX LD AR AS NM RANLIB STRIP OBJCOPY LEX YACC CONFIG_SHELL RUSTC RUSTDOC RUSTC_WRAPPER ' +
    'RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER CCACHE_PREFIX ' +
    'CCACHE_COMPILER CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER npm_config_git npm_config_editor npm_config_viewer ' +
    'GOFLAGS MAKEFLAGS GNUMAKEFLAGS MFLAGS'
  ).split(' '),
);

const OF_TARGET = /^CARGO_TARGET_\w+_(?:RUNNER|LINKER)$/u;

/** Of git, they open files in its own directory alone. */
const EDITORS = new Set(['EDITOR', 'VISUAL']);

/** They read what they show from a pipe, but for `git grep -O`. */
const PAGERS = new Set(['GIT_PAGER', 'PAGER']);

/** @param command the words for which the variable is set; none: it stays for all that come */
export function variableGivesNames(name: string, command: readonly (string | undefined)[]): boolean {
  const isGit = command.some((word) => /^(?:.*\/)?git$/u.test(word ?? ''));
  if (EDITORS.has(name)) return !isGit;
  if (PAGERS.has(name)) return isGit && opensInPager(command);
  return VARIABLES.has(name) || OF_TARGET.test(name);
}

/** `git grep -O x` opens what it finds. */
export function opensInPager(words: readonly (string | undefined)[]): boolean {
  return words.includes('grep') && words.some((word) => /^(?:-[a-zA-Z]*O|--op)/u.test(word ?? ''));
}

/** Programs whose settings say which words they get, or get none. */
const SETTINGS =
  /^(?:diff\.external|core\.(?:sshcommand|gitproxy|alternaterefscommand)|.*\.(?:textconv|cmd|path|receivepack|uploadpack|program|tocmd|cccmd|headercmd))$/u;

/** @param key of git's settings, in lower case */
export function settingGivesNames(key: string): boolean {
  return SETTINGS.test(key);
}

/**
 * An editor or a tool of compilers, as such variables name it for its usual work. Which files an editor changes is up to whom it asks.
 */
export function isUsualTool(text: string): boolean {
  return USUAL.test(text);
}

const USUAL =
  /^\s*(?:\S*\/)?(?:(?:n?vi|n?vim|gvim|view|n?vimdiff|nano|pico|micro|emacs|emacsclient|hx|helix|kak|joe|mcedit)(?:\s+(?:-[dfRnwgoOpt]+|-?-nw|--wait|--nofork))*|(?:[\w.-]+-)?(?:ar|as|ld|nm|ranlib|strip|objcopy|lex|flex|yacc|bison)(?:\s+-[\w=]+)*)\s*$/u;
