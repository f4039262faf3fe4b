/**
 * Commands that are suggested as they were approved and never by their beginning: with other arguments they destroy,
 * reach other machines, publish, install, or run what they are given. What is broad by its program alone (interpreters,
 * wrappers) needs no row here. One a line, sub-commands after the program.
 */
export const exactOnlyCommands: ReadonlySet<string> = new Set(
  `
  rm
  rmdir
  unlink
  shred
  dd
  truncate
  mv
  cp
  ln
  tee
  install
  rsync
  chmod
  chown
  chgrp
  chattr
  setfacl
  mount
  umount
  mkfs
  fdisk
  parted
  kill
  pkill
  killall
  reboot
  shutdown
  halt
  poweroff
  crontab
  at
  batch
  fd
  fdfind
  ed
  ex
  vi
  vim
  nvim
  nano
  emacs
  less
  more
  man
  ag
  tar
  bsdtar
  cpio
  unzip
  7z
  zip
  split
  csplit
  patch
  yq
  ldd
  mail
  sendmail
  pushd
  popd
  history
  bind
  complete
  cmake
  curl
  wget
  http
  https
  aria2c
  nc
  ncat
  netcat
  socat
  telnet
  ftp
  sftp
  scp
  sshfs
  ssh-keygen
  gpg
  psql
  mysql
  sqlite
  redis-cli
  mongo
  mongosh
  systemctl
  service
  launchctl
  iptables
  sysctl
  export
  declare
  typeset
  readonly
  local
  unset
  read
  set
  shopt
  enable
  alias
  hash
  mapfile
  readarray
  chsh
  passwd
  useradd
  usermod
  userdel
  visudo
  git push
  git reset
  git clean
  git checkout
  git restore
  git switch
  git rebase
  git config
  git filter-branch
  git bisect
  git submodule
  git clone
  git fetch
  git pull
  git gc
  git archive
  git ls-remote
  git upload-pack
  git receive-pack
  git rm
  git mv
  git remote add
  git remote set-url
  git help
  git am
  git apply
  git init
  git difftool
  git mergetool
  git stash drop
  git stash clear
  git branch
  git tag
  git update-ref
  git reflog
  gh api
  gh alias
  gh extension
  gh secret
  gh auth
  gh repo delete
  gh pr merge
  gh release delete
  npm install
  npm i
  npm add
  npm publish
  npm unpublish
  npm config
  npm exec
  npm x
  npm init
  npm create
  npm link
  npm uninstall
  pnpm add
  pnpm install
  pnpm i
  pnpm publish
  pnpm exec
  pnpm dlx
  pnpm create
  pnpm config
  yarn add
  yarn install
  yarn publish
  yarn exec
  yarn dlx
  yarn create
  yarn node
  yarn config
  bun add
  bun install
  bun i
  bun x
  bun create
  bun publish
  deno run
  deno eval
  deno install
  deno repl
  pip install
  pip uninstall
  pip download
  pipx install
  pipx run
  uv add
  uv pip
  uv tool
  uv sync
  poetry add
  poetry install
  poetry publish
  cargo install
  cargo publish
  cargo login
  cargo add
  go install
  go get
  go run
  go generate
  go tool
  gem install
  gem push
  bundle install
  composer require
  composer install
  docker run
  docker exec
  docker rm
  docker rmi
  docker cp
  docker push
  docker login
  docker kill
  docker system
  docker volume
  docker container
  docker image
  docker network
  docker compose exec
  docker compose run
  docker compose down
  podman run
  podman exec
  podman rm
  podman rmi
  kubectl delete
  kubectl exec
  kubectl apply
  kubectl create
  kubectl replace
  kubectl patch
  kubectl edit
  kubectl run
  kubectl debug
  kubectl cp
  kubectl drain
  kubectl scale
  kubectl config
  kubectl proxy
  oc delete
  helm install
  helm upgrade
  helm uninstall
  helm delete
  terraform apply
  terraform destroy
  terraform import
  terraform state
  tofu apply
  tofu destroy
  pulumi up
  pulumi destroy
  aws s3
  aws configure
  aws lambda
  aws iam
  aws ec2
  gcloud compute
  gcloud auth
  apt install
  apt remove
  apt purge
  apt-get install
  apt-get remove
  apt-get purge
  dnf install
  yum install
  apk add
  pacman
  brew install
  brew uninstall
  snap install
  openssl
`
    .trim()
    .split(/\s*\n\s*/),
);
