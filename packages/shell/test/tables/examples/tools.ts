import { lines } from '../words.ts';

/** Text processors, archives, data, versions, containers, services. */
export const toolsReadOnly: readonly string[] = lines(`
  sed -n 1,2p a.txt
  sed -n '1p;$p' a.txt src/a.ts
  sed 's/a/b/g' a.txt
  sed -E 's/(a|b)/[\\1]/' a.txt
  sed -e 's/a/b/' -e 2d a.txt
  sed -ne '/a/,/b/p' a.txt
  sed --quiet --expression=1p a.txt
  sed ':a;N;$!ba;s/a/b/' a.txt
  sed 10q a.txt
  sed '1a w text' a.txt
  sed -n '$=' a.txt
  sed -n 1p ./?+
  sed --version
  awk '{print $1}' a.txt
  awk -F: '{print $1}' a.txt
  awk -F , -v n=2 '{print $n}' a.txt
  awk 'NR==1 || /b|a/' a.txt
  awk '$1 > "a" {print}' a.txt
  awk 'END {print NR}' a.txt src/a.ts
  gawk 'NR>1' a.txt
  mawk '!seen[$0]++' a.txt
  nawk 1 a.txt
  tar -tf archive.tar
  tar tvf archive.tar
  tar tfv archive.tar
  tar --list --file=archive.tar
  tar -tzf archive.tgz
  unzip -l archive.zip
  unzip -v archive.zip
  unzip -Z1 archive.zip
  unzip -p archive.zip a.txt
  zipinfo -1 archive.zip
  gzip -l a.gz
  gzip -dc a.gz
  gunzip -c a.gz
  xz -l a.xz
  xz -t a.xz
  xz -dt a.xz
  xz -dtv a.xz
  xz -t -d -c a.xz
  xz -cd a.xz
  gzip -tv a.gz
  bzip2 -d -t a.bz2
  unxz -c a.xz
  bzip2 -dc a.bz2
  bunzip2 -c a.bz2
  zcat a.gz
  bzcat a.bz2
  xzcat a.xz
  jq . a.json
  jq -r .a a.json
  jq -c --arg k a '.[$k]' a.json
  jq --slurpfile x a.json -n '$x'
  jq -s 'map(.a) | add' a.json
  iconv -f utf-8 -t ascii a.txt
  readelf -h /bin/ls
  nm -D /bin/ls
  shasum -a 256 a.txt
  bc -q a.txt
  objdump -d -j .init /bin/ls
  objdump -t -j .text /bin/ls
  size /bin/ls
  size -A --radix=16 /bin/ls
  ldconfig -p
  journalctl
  journalctl -u ssh -n 50 --no-pager
  journalctl -b -1 --since=today
  bash --version
  bash -n a.txt
  sh -n a.txt
  dash -n a.txt
  node --check a.js
  node -c a.js
  curl --version
  psql --version
  deno --version
  bun --version
  openssl version -a
  docker context ls
  hash
  wait
  wait -n %1
  trap - EXIT
  trap -p EXIT
  trap -l
  trap
  getent passwd root
  getent group
  getent services ssh
  getent protocols
  node --version
  node -v
  nodejs --version
  python --version
  python2 --version
  python3 -V
  ruby --version
  perl -v
  php -v
  gcc --version
  gcc -dumpmachine
  g++ --version
  cc --version
  c++ --version
  clang --version
  clang++ --version
  make --version
  cmake --version
  ninja --version
  go version
  docker --version
  docker ps
  docker ps -a --format '{{.Names}}'
  docker images
  docker image ls -q
  docker container ls
  docker inspect abc
  docker logs --tail 5 abc
  docker version
  docker info
  docker top abc
  docker stats --no-stream
  docker network ls
  docker volume ls
  docker system df
  docker history abc
  docker port abc
  docker diff abc
  umask
  umask -S
  ulimit -a
  dirs -v
  jobs -l
  times
  alias
  alias ll
  declare -p PATH
  declare -f
  typeset -p PATH
  shopt
  shopt -p extglob
  kill -l
  kill -l 9
  history
  history 20
  tput cols
  systemctl status sshd
  systemctl --user list-units
  systemctl is-active sshd
  systemctl list-units --type=service --no-pager
  sysctl -a
  sysctl kernel.ostype
  crontab -l
`);

export const toolsRefused: readonly string[] = lines(`
  sed -i 1d a
  sed --in-place 1d a
  sed --in 1d a
  sed -ni 1p a
  sed -n -i.bak 1p a
  sed 1p -i a
  sed -f script a
  sed 'w out' a
  sed 's/a/b/w out' a
  sed 's/a/b/e' a
  sed 1e a
  sed -n 'r other' a
  sed -e p -e 'w out' a
  sed -e 'a\\' -e 'x' -e 'w out' a
  sed ?1 a
  sed -e ?1 a
  sed ./?+ a
  awk
  awk -f prog a
  awk ?1 a
  awk 'BEGIN {system("ls")}'
  awk '{print > "out"}' a
  awk '{print | "sh"}' a
  awk 'BEGIN {while ((getline x < "f") > 0) print x}'
  awk -v ARGC=2 1 a
  awk 1 ARGV=x a
  awk --include=x 1 a
  gawk -i inplace 1 a
  gawk -o 1 a
  gawk -d 1 a
  gawk -l x 1 a
  mawk -W exec x
  tar -xf a
  tar xf a
  tar -cf a b
  tar t
  tar -t
  tar -tf host:a
  tar -tf ?1
  tar -tf a --to-command=x
  tar -tf a -I x
  tar -tf a --use-compress-program=x
  tar -tf a --checkpoint-action=exec=x
  tar -tf a -F x
  tar -tf a --rsh-command=x
  tar -txf a
  tar tff a b
  tar --index-file=x -tf a
  unzip a
  unzip -o a
  unzip -l -d x a
  unzip -l '*.zip'
  unzip a -l
  unzip -lx a
  unzip -l -- -l a
  unzip -t -- -t a
  unzip -p -- -p a
  unzip -l -- a
  unzip -l- a
  zipinfo '*.zip'
  gzip a
  gzip -d a
  gzip -r -c a
  gunzip a
  xz a
  xz -d a
  xz --files=list -c
  xz -t -d a.xz
  xz -td a.xz
  xz -l -d a.xz
  xz --test --decompress a.xz
  xz a.xz -t --uncompress
  xz -d -t -d a.xz
  xz -d -- -c a.xz
  unxz -t -d a.xz
  bzip2 -t -d a.bz2
  bzip2 -td a.bz2
  bunzip2 --test --decompress a.bz2
  bzip2 a
  bunzip2 a
  zcat -o x a
  objdump -S a
  objdump -W a
  objdump @options
  objdump -j @options a
  objdump ??
  size @options
  ldconfig
  ldconfig -v
  ldconfig -p -r root
  journalctl --vacuum-size=1
  journalctl --rotate
  journalctl --cursor-file=x
  journalctl --file=x
  journalctl -D x
  journalctl -M x
  bash
  bash --version x
  bash -n +n x
  bash x -n
  bash -n -c ls
  sh x
  sh --version
  dash -c ls
  curl -V
  curl --version https://example.com
  bash -c ls
  bash x
  psql
  psql --version -c x
  openssl
  openssl enc -in a
  docker context use x
  docker compose up
  hash -r
  hash ls
  wait -p x
  wait 'a[1]'
  trap ls EXIT
  trap -- ls EXIT
  trap EXIT
  trap ??
  getent hosts a.example.com
  getent ahosts a.example.com
  getent ahostsv4 a.example.com
  getent ahostsv6 a.example.com
  getent networks a
  getent netgroup a
  getent initgroups root
  getent shadow
  getent ??
  getent -s dns passwd
  jq -f prog a
  jq -L dir . a
  jq -Ldir . a
  jq 'import "a" as a; .' a
  jq 'include "a"; .' a
  jq -n '"a" | modulemeta'
  jq --indent
  jq ?1 a
  iconv -o out a
  readelf @options
  nm @options
  nm --plugin=x a
  node
  node x.js
  node --version x.js
  node x.js --check
  node --check -r ./y x.js
  node --check x.js y
  node -e 1
  python3
  python3 -c 1
  python3 -V x.py
  make
  make all
  go build
  go env -w A=b
  go
  docker
  docker run x
  docker exec x ls
  docker -H x ps
  docker --context x ps
  docker -c x ps
  docker --config x ps
  docker rm x
  docker stats
  docker top x -o pid
  docker compose ps
  docker system prune
  docker image rm x
  umask 022
  ulimit -n 5
  dirs -c
  jobs -x ls
  alias a=b
  declare a=b
  declare -p a=b
  declare -i a
  shopt -s extglob
  shopt -u extglob
  kill 1
  kill -9 1
  kill -l -9
  history -c
  history -w
  tput reset
  systemctl stop sshd
  systemctl restart sshd
  systemctl -H x status
  systemctl daemon-reload
  sysctl -w a=b
  sysctl a=b
  sysctl -p
  crontab
  crontab -r
  crontab -e
  crontab file
`);
