/**
 * Programs that run whatever the words after them say, up to the next command of the line. A pattern with a wildcard
 * anywhere behind one covers everything. One program a line, sub-commands after it.
 */
export const commandRunners: readonly string[] = `
  env
  sudo
  doas
  su
  runuser
  pkexec
  chroot
  unshare
  nsenter
  setpriv
  systemd-run
  xargs
  parallel
  watch
  entr
  strace
  ltrace
  ionice
  chrt
  taskset
  setsid
  flock
  script
  expect
  timeout
  time
  nice
  nohup
  stdbuf
  command
  builtin
  noglob
  exec
  eval
  source
  .
  trap
  ssh
  docker exec
  docker run
  docker compose exec
  docker compose run
  podman exec
  podman run
  kubectl exec
  kubectl run
  kubectl debug
  direnv exec
  devbox run
  mise exec
  mise x
  nix run
  nix shell
  nix develop
  nix-shell
  busybox
  toybox
  osascript
  dbus-send
`
  .trim()
  .split(/\s*\n\s*/);

/**
 * Interpreters and runners of packages and scripts: what they run is the first word behind them that is no option.
 * A pattern that leaves that word open covers everything.
 */
export const scriptRunners: readonly string[] = `
  sh
  bash
  dash
  zsh
  fish
  ksh
  csh
  tcsh
  ash
  pwsh
  powershell
  cmd
  python
  pypy
  ipython
  node
  nodejs
  deno
  deno run
  deno eval
  deno task
  deno x
  bun
  bun run
  bun x
  bunx
  tsx
  ts-node
  ruby
  irb
  perl
  php
  lua
  luajit
  Rscript
  R
  julia
  swift
  scala
  groovy
  jshell
  java
  elixir
  erl
  escript
  ghci
  runghc
  stack runghc
  ocaml
  racket
  guile
  sbcl
  clojure
  clj
  tclsh
  wish
  awk
  gawk
  mawk
  nawk
  osascript
  npx
  npm
  npm run
  npm run-script
  npm exec
  npm x
  pnpm
  pnpm run
  pnpm exec
  pnpm dlx
  pnpx
  yarn
  yarn run
  yarn exec
  yarn dlx
  corepack
  uv
  uv run
  uv tool run
  uvx
  pipx run
  poetry run
  pipenv run
  pdm run
  hatch run
  rye run
  conda run
  mamba run
  tox exec
  nox
  go run
  dotnet run
  dotnet script
  bundle exec
  rake
  make
  gmake
  ninja
  just
  task
  invoke
  fab
  gdb
  lldb
`
  .trim()
  .split(/\s*\n\s*/);

/** `python -m pytest`: a module is what such an interpreter runs, so that naming it narrows a pattern. */
export const moduleOptions: ReadonlySet<string> = new Set(['python -m', 'pypy -m']);
