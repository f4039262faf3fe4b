import { commandTable } from './command-table.ts';

/**
 * Programs that run whatever the words after them say, up to the next command of the line. A pattern with a wildcard
 * anywhere behind one covers everything.
 */
export const commandRunners: readonly string[] = commandTable(`
  env sudo doas su runuser pkexec chroot unshare nsenter setpriv systemd-run xargs parallel watch
  entr strace ltrace ionice chrt taskset setsid flock script expect timeout time nice nohup stdbuf
  command builtin noglob exec eval source . trap ssh nix-shell busybox toybox osascript dbus-send
  docker: exec run
  docker compose: exec run
  podman: exec run
  kubectl: exec run debug
  direnv: exec
  devbox: run
  mise: exec x
  nix: run shell develop
`);

/**
 * Interpreters and runners of packages and scripts: what they run is the first word behind them that is not an option.
 * A pattern that leaves that word open covers everything.
 */
export const scriptRunners: readonly string[] = commandTable(`
  sh bash dash zsh fish ksh csh tcsh ash pwsh powershell cmd python pypy ipython node nodejs deno
  bun bunx tsx ts-node ruby irb perl php lua luajit Rscript R julia swift scala groovy jshell java
  elixir erl escript ghci runghc ocaml racket guile sbcl clojure clj tclsh wish awk gawk mawk nawk
  osascript npx npm pnpm pnpx yarn corepack uv uvx nox rake make gmake ninja just task invoke fab
  gdb lldb
  deno: run eval task x
  bun: run x
  stack: runghc
  npm: run run-script exec x
  pnpm: run exec dlx
  yarn: run exec dlx
  uv: run
  uv tool: run
  pipx: run
  poetry: run
  pipenv: run
  pdm: run
  hatch: run
  rye: run
  conda: run
  mamba: run
  tox: exec
  go: run
  dotnet: run script
  bundle: exec
`);

/** `python -m pytest`: a module is what such an interpreter runs, so that naming it narrows a pattern. */
export const moduleOptions: ReadonlySet<string> = new Set(['python -m', 'pypy -m']);
