/**
 * Programs, and sub-commands of theirs, that do something else entirely by the next word: a suggested rule names that
 * word as well. For all others it names the program alone. One a line.
 */
export const subCommandGroups: ReadonlySet<string> = new Set(
  `
  git
  git stash
  git remote
  git worktree
  git bundle
  git notes
  git submodule
  git lfs
  hg
  svn
  jj
  gh
  gh pr
  gh issue
  gh run
  gh repo
  gh release
  gh workflow
  glab
  glab mr
  glab issue
  npm
  npm run
  npm run-script
  npm pkg
  npm cache
  pnpm
  pnpm run
  yarn
  yarn run
  yarn workspace
  bun
  bun run
  deno
  deno task
  npx
  pnpx
  bunx
  uvx
  turbo
  turbo run
  nx
  lerna
  lerna run
  corepack
  nvm
  volta
  pip
  pipx
  uv
  uv run
  uv pip
  uv tool
  poetry
  poetry run
  pipenv
  pipenv run
  pdm
  pdm run
  hatch
  hatch run
  rye
  conda
  mamba
  cargo
  rustup
  go
  go mod
  go tool
  dotnet
  dotnet tool
  bundle
  bundle exec
  gem
  rails
  composer
  mix
  stack
  cabal
  dune
  opam
  swift
  flutter
  dart
  docker
  docker compose
  docker context
  docker container
  docker image
  docker volume
  docker network
  docker buildx
  docker system
  docker-compose
  podman
  podman compose
  kubectl
  kubectl config
  kubectl rollout
  oc
  helm
  helm repo
  minikube
  kind
  terraform
  terraform state
  tofu
  pulumi
  vagrant
  aws
  gcloud
  az
  fly
  heroku
  vercel
  netlify
  wrangler
  firebase
  supabase
  prisma
  alembic
  systemctl
  service
  launchctl
  apt
  apt-get
  apt-cache
  dnf
  yum
  apk
  pacman
  snap
  flatpak
  brew
  brew services
  nix
  make
  gmake
  just
  task
  rake
  ninja
  mise
  asdf
  ip
  openssl
  conan
  bazel
  buck2
  meson
  tmux
`
    .trim()
    .split(/\s*\n\s*/),
);
