import { optionsOfCurlConfig, optionsOfWgetrc, type OptionsInText } from './option-files.ts';

/** Files that a program reads when it starts, whatever its arguments are. */
export interface StartUpFiles {
  /** By the variable that names a directory, or the file itself (`''`). */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  /** Names in the directory in which it runs. */
  readonly here: readonly string[];
  /** Directories there, all of whose files are such files. Default: none. */
  readonly directories?: readonly string[];
  /** What a text says in options; undefined: it may say anything, and start any command. */
  readonly optionsIn: OptionsInText | undefined;
  /** With this as its first option, the program reads none of them. */
  readonly without: RegExp | undefined;
  /** It reads them only where one of its words matches. Default: always. */
  readonly only?: RegExp;
}

const inHome = (
  names: string,
  variables: StartUpFiles['variables'] = {},
  others: Partial<StartUpFiles> = {},
): StartUpFiles => ({
  here: [],
  optionsIn: undefined,
  without: undefined,
  ...others,
  variables: { HOME: names.split(' '), ...variables },
});

const curl = inHome(
  '.curlrc .config/curlrc',
  { CURL_HOME: ['.curlrc'], XDG_CONFIG_HOME: ['curlrc', '.curlrc'] },
  { optionsIn: optionsOfCurlConfig, without: /^(?:-q|--disable$)/u },
);

const wget = inHome(
  '.wgetrc',
  { WGETRC: [''], SYSTEM_WGETRC: [''] },
  { optionsIn: optionsOfWgetrc, without: /^--no-config$/u },
);

const vim = inHome('.vimrc .exrc .vim/vimrc .config/nvim/init.vim .config/nvim/init.lua', {
  XDG_CONFIG_HOME: ['nvim/init.vim', 'nvim/init.lua'],
});

const git = inHome(
  '.gitconfig .config/git/config',
  { XDG_CONFIG_HOME: ['git/config'], GIT_DIR: ['config'] },
  { here: ['.git/config'] },
);

const ssh = inHome('.ssh/config');

/** Of a login shell or an interactive one. */
const shell = inHome(
  '.profile .bash_profile .bash_login .bash_logout .bashrc .inputrc .zshenv .zprofile .zshrc .zlogin .zlogout .kshrc .mkshrc .cshrc ' +
    '.tcshrc .login .logout .config/fish/config.fish',
  { ZDOTDIR: ['.zshenv', '.zprofile', '.zshrc', '.zlogin', '.zlogout'] },
  { only: /^(?:-[A-Za-z]*[li]|--(?:login|interactive)$)/u },
);

/** Directories in which a program looks for what a word names. */
const searching = (variable: string): StartUpFiles => ({
  variables: { [variable]: [] },
  here: [],
  optionsIn: undefined,
  without: undefined,
});

/** Commands of a list that run programs, or write and read other files than those of a build. */
const CMAKE_REACHES =
  /\b(?:execute_process|exec_program|file|configure_file|include|add_custom_\w+|add_subdirectory|cmake_language|try_run|write_file|load_cache|ctest_\w+|install)\s*\(/iu;

const each = (names: string, files: StartUpFiles): readonly (readonly [string, StartUpFiles])[] =>
  names.split(' ').map((name) => [name, files]);

/** By program. What others read, such as `.npmrc`, starts nothing by itself. */
export const startUpFiles: ReadonlyMap<string, StartUpFiles> = new Map([
  ...each('curl', curl),
  ...each('wget wget2', wget),
  ...each('vi vim nvim ex view vimdiff', vim),
  ...each('git', git),
  ...each('cmake', {
    variables: {},
    here: ['CMakeLists.txt'],
    optionsIn: (text) => (CMAKE_REACHES.test(text) ? undefined : []),
    without: /^(?:-E|--version|--help)/u,
  }),
  ...each('sh bash dash zsh ksh mksh rbash fish csh tcsh', shell),
  ...each('awk gawk mawk nawk', searching('AWKPATH')),
  ...each(
    'ctags universal-ctags exuberant-ctags',
    inHome('.ctags', {}, { here: ['.ctags'], directories: ['.ctags.d'] }),
  ),
  ...each('ssh scp sftp', ssh),
  ...each('sqlite3', inHome('.sqliterc .config/sqlite3/sqliterc', { XDG_CONFIG_HOME: ['sqlite3/sqliterc'] })),
  ...each('psql', inHome('.psqlrc', { PSQLRC: [''] })),
  ...each('mysql mariadb', inHome('.my.cnf', { MYSQL_HOME: ['my.cnf'] })),
  ...each('gdb', inHome('.gdbinit .config/gdb/gdbinit', {}, { here: ['.gdbinit'] })),
  ...each('screen', inHome('.screenrc', { SCREENRC: [''] })),
  ...each('tmux', inHome('.tmux.conf .config/tmux/tmux.conf', { XDG_CONFIG_HOME: ['tmux/tmux.conf'] })),
]);

const NAMES = new Set([...startUpFiles.values()].flatMap(({ variables }) => Object.keys(variables)));

/** Whether a variable says where such a file is. */
export const placesStartUpFile = (name: string): boolean => NAMES.has(name);
