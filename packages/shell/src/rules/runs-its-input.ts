import { programName } from '../effects/script/program-name.ts';

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

/**
 * A rule for exactly this command would cover whatever it is given next time: `sh`, as in `curl … | sh`, `python3 -`,
 * or what `xargs` adds. Words of wrappers may stand before the program.
 */
export function runsItsInput(words: readonly string[]): boolean {
  const lastOperand = words.findLastIndex((word) => !word.startsWith('-'));
  return words.some((word, index) => {
    const name = programName(word);
    return ALWAYS.has(name) || (index >= lastOperand && RUN_INPUT.has(name));
  });
}
