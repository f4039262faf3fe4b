import { programName } from '../effects/script/program-name.ts';
import { commandTable } from './command-table.ts';

/** Whatever their words say, standard input says more of what is run. */
const ALWAYS = new Set(['xargs', 'parallel', 'at', 'batch']);

/** What they are given on standard input they run, unless a word names something else to run. */
const RUN_INPUT = new Set(
  (
    'sh bash dash zsh fish ksh csh tcsh ash pwsh powershell cmd python pypy ipython node nodejs deno bun tsx ts-node ' +
    'ruby irb perl php lua luajit Rscript R julia swift scala groovy jshell elixir erl ghci ocaml racket guile sbcl ' +
    'clojure clj tclsh wish osascript psql mysql sqlite redis-cli mongo mongosh bc ed ex crontab gdb lldb su'
  ).split(' '),
);

/** With such an option alone they read no program from standard input: the test runner of node finds its files itself. */
const READ_NO_INPUT: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['node', new Set(['--test'])],
  ['nodejs', new Set(['--test'])],
]);

/** They don't run what their words name, be it a branch, a file, a package or a process with the name of a program that runs its input. */
const ONLY_NAMES: ReadonlySet<string> = new Set(
  commandTable(`
  rm rmdir unlink mkdir touch mv cp ln chmod chown kill pkill killall
  git: add branch checkout clone fetch merge mv pull push restore rm switch tag
  npm: install i add uninstall remove
  pnpm: install i add remove
  yarn: add remove
  bun: add remove
  pip: install uninstall
  apt: install remove purge
  apt-get: install remove purge
  apk: add del
  brew: install uninstall
  `),
);

/**
 * A rule for exactly this command would cover whatever it is given next time: `sh`, as in `curl … | sh`, `python3 -`,
 * or what `xargs` adds. Words of wrappers may come before the program.
 */
export function runsItsInput(words: readonly string[]): boolean {
  const [program = '', subcommand = ''] = words;
  if (ONLY_NAMES.has(program) || ONLY_NAMES.has(`${program} ${subcommand}`)) return false;
  const lastOperand = words.findLastIndex((word) => !word.startsWith('-'));
  return words.some((word, index) => {
    const name = programName(word);
    if (ALWAYS.has(name)) return true;
    return index >= lastOperand && RUN_INPUT.has(name) && !readsNoInput(name, words.slice(index + 1));
  });
}

function readsNoInput(name: string, options: readonly string[]): boolean {
  return !options.includes('-') && options.some((option) => READ_NO_INPUT.get(name)?.has(option) === true);
}
