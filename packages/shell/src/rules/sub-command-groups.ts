import { commandTable } from './command-table.ts';

/**
 * Programs and subcommands whose next word changes what they do entirely: a suggested rule includes that word. For all
 * others, it only includes the program.
 */
export const subCommandGroups: ReadonlySet<string> = new Set(
  commandTable(`
  git hg svn jj gh glab npm pnpm yarn bun deno npx pnpx bunx uvx turbo nx lerna corepack nvm volta
  pip pipx uv poetry pipenv pdm hatch rye conda mamba cargo rustup go dotnet bundle gem rails
  composer mix stack cabal dune opam swift flutter dart docker docker-compose podman kubectl oc helm
  minikube kind terraform tofu pulumi vagrant aws gcloud az fly heroku vercel netlify wrangler
  firebase supabase prisma alembic systemctl service launchctl apt apt-get apt-cache dnf yum apk
  pacman snap flatpak brew nix make gmake just task rake ninja mise asdf ip openssl conan bazel
  buck2 meson tmux
  git: stash remote worktree bundle notes submodule lfs
  gh: pr issue run repo release workflow
  glab: mr issue
  npm: run run-script pkg cache
  pnpm: run
  yarn: run workspace
  bun: run
  deno: task
  turbo: run
  lerna: run
  uv: run pip tool
  poetry: run
  pipenv: run
  pdm: run
  hatch: run
  go: mod tool
  dotnet: tool
  bundle: exec
  docker: compose context container image volume network buildx system
  podman: compose
  kubectl: config rollout
  helm: repo
  terraform: state
  brew: services
  `),
);
