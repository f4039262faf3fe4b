import { commandTable } from './command-table.ts';

/**
 * Commands that are suggested as they were approved and never by their beginning: with other arguments they destroy,
 * reach other machines, publish, install, or run what they are given. What is broad by its program alone (interpreters,
 * wrappers) needs no row here.
 */
export const exactOnlyCommands: ReadonlySet<string> = new Set(
  commandTable(`
  rm rmdir unlink shred dd truncate mv cp ln tee install rsync chmod chown chgrp chattr setfacl
  mount umount mkfs fdisk parted kill pkill killall reboot shutdown halt poweroff crontab at batch
  fd fdfind ed ex vi vim nvim nano emacs less more man ag tar bsdtar cpio unzip 7z zip split csplit
  patch yq ldd mail sendmail pushd popd history bind complete cmake curl wget http https aria2c nc
  ncat netcat socat telnet ftp sftp scp sshfs ssh-keygen gpg psql mysql sqlite redis-cli mongo
  mongosh systemctl service launchctl iptables sysctl export declare typeset readonly local unset
  read set shopt enable alias hash mapfile readarray chsh passwd useradd usermod userdel visudo
  pacman openssl tmux screen byobu zellij dtach abduco ttyd gotty dbus-run-session xvfb-run xterm
  git: push reset clean checkout restore switch rebase config filter-branch bisect submodule clone
  git: fetch pull gc archive ls-remote upload-pack receive-pack rm mv help am apply init difftool
  git: mergetool branch tag update-ref reflog
  git remote: add set-url
  git stash: drop clear
  gh: api alias extension secret auth
  gh repo: delete
  gh pr: merge
  gh release: delete
  npm: install i add publish unpublish config exec x init create link uninstall
  pnpm: add install i publish exec dlx create config
  yarn: add install publish exec dlx create node config
  bun: add install i x create publish
  deno: run eval install repl
  pip: install uninstall download
  pipx: install run
  uv: add pip tool sync
  poetry: add install publish
  cargo: install publish login add
  go: install get run generate tool
  gem: install push
  bundle: install
  composer: require install
  docker: run exec rm rmi cp push login kill system volume container image network
  docker compose: exec run down
  podman: run exec rm rmi
  kubectl: delete exec apply create replace patch edit run debug cp drain scale config proxy
  oc: delete
  helm: install upgrade uninstall delete
  terraform: apply destroy import state
  tofu: apply destroy
  pulumi: up destroy
  aws: s3 configure lambda iam ec2
  gcloud: compute auth
  apt: install remove purge
  apt-get: install remove purge
  dnf: install
  yum: install
  apk: add
  brew: install uninstall
  snap: install
  `),
);
