import { lines } from '../words.ts';

export const everydayReadOnly: readonly string[] = lines(`
  ls
  ls -la
  ls -la src
  ls -lahR --color=never src
  ls -1 --sort=time
  ls --group-dir
  ls -I '*.o' -w 80
  ls ??
  ls -l -- ??
  /bin/ls
  /usr/bin/ls -l

  dir
  vdir src
  cat a.txt
  cat -n a.txt b.txt
  cat -A -
  cat ??
  tac a.txt
  rev a.txt
  head a.txt
  head -5 a.txt
  head -n5 a.txt
  head -n 5 -q a.txt b.txt
  head --lines=5 a.txt
  head --lin 5 a.txt
  head -c 10 a.txt
  tail a.txt
  tail -3 a.txt
  tail -n +2 a.txt
  tail -vn1 a.txt
  wc -l a.txt
  wc -lwc a.txt b.txt
  wc -l --files0-from=a.txt
  wc -l ??
  nl -ba a.txt
  nl -b a -w 3 a.txt
  fold -w 20 a.txt
  fold -20 a.txt
  fmt -w 40 a.txt
  expand -t 4 a.txt
  unexpand -a a.txt
  cut -d: -f1 a.txt
  cut -d / -f 2 a.txt
  cut -c1-3 a.txt
  paste -d , a.txt b.txt
  paste -s a.txt
  join a.txt b.txt
  join -t , -1 1 -2 1 a.txt b.txt
  comm -12 a.txt b.txt
  tr a-z A-Z
  tr -d '\\n'
  column -t a.txt
  column -s , -t a.txt
  sort a.txt
  sort -rn a.txt
  sort -t: -k2,2n a.txt
  sort -u -- ??
  sort --rev --uniq a.txt
  uniq a.txt
  uniq -c a.txt
  uniq -f 1 -d
  shuf -n 1 a.txt
  shuf -e a b c
  shuf -i 1-10 -n 2
  tsort a.txt
  pr -2 -t a.txt
  diff a.txt a.txt
  diff -u a.txt a.txt
  diff -rq src src
  diff -U3 --color=never a.txt a.txt
  cmp a.txt a.txt
  cmp -s a.txt b.txt
  od -c a.txt
  od -A x -t x1z -N 16 a.txt
  xxd a.txt
  xxd -l 16 a.txt
  xxd -l16 -c 8 a.txt
  xxd -p a.txt
  xxd --help
  hexdump -C a.txt
  hexdump -n 16 -C a.txt
  hd a.txt
  strings a.txt
  strings -n 8 a.txt
  strings -5 a.txt
  base64 a.txt
  base64 -w0 a.txt
  base64 -d encoded.txt
  base32 a.txt
  md5sum a.txt
  sort --files0-from=a.txt
  md5sum -c sums.txt
  cksum --check sums.txt
  sha256sum --check --quiet sums.txt
  sha256sum -c
  b2sum -c sums.txt
  sha1sum a.txt
  sha224sum a.txt
  sha256sum -b a.txt
  sha384sum a.txt
  sha512sum a.txt b.txt
  b2sum -l 128 a.txt
  cksum a.txt
  sum a.txt
  seq 10
  seq -s , 1 2 9
  numfmt --to=iec 1048576
  expr 1 + 2
  factor 42

  stat a.txt
  stat -c %s a.txt
  stat --format=%n a.txt
  du -sh src
  du -h --max-depth=1
  du -d1 -h .
  du --files0-from=a.txt
  du -sh --files0-from -
  df -h
  df -h .
  file a.txt
  file -b --mime-type a.txt
  tree
  tree -L 2 -a src
  tree -I node_modules --dirsfirst
  tree --fromfile a.txt
  realpath a.txt
  realpath --relative-to=. src
  readlink -f a.txt
  basename src/a.ts .ts
  basename -a src/a.ts b
  dirname src/a.ts
  pathchk a.txt
  namei -l a.txt
  getfacl a.txt
  lsattr a.txt

  grep a a.txt
  grep -rn a src
  grep -rnE '^a|b$' --include=*.ts src
  grep -c a a.txt
  grep -A3 -B 2 a a.txt
  grep -5 a a.txt
  grep -f patterns.txt a.txt
  grep -e a -e b a.txt
  grep --recurs a src
  grep a ??
  grep -l a -- ??
  egrep 'a|b' a.txt
  fgrep a a.txt
  rgrep a src
  rg a
  rg -n --glob '*.ts' a src
  rg -tjs -l a
  rg --files src
  rg --type-list
  fd
  fd -e ts a src
  fd -t f -H
  fd -l
  fdfind -l a src
  fdfind a
  locate -c nothing-like-this
  find
  find -O3 . -name '*.ts'
  find . -name '*.ts'
  find src -type f -not -name '*.js' -print
  find . -maxdepth 2 ( -name a -o -name b ) -print0
  find -L src -newer a.txt -size +1k
  find . -newermt 2020-01-01
  find . -printf '%p\\n'
  find . -ls

  pwd
  pwd -P
  true
  true --foo x
  false
  :
  : foo ??
  echo
  echo --- 'a b' -n
  echo ??
  echo --no-such-option
  printf '%s\\n' a --b ??
  printf '100%%\\n'
  sleep 0.01
  which ls
  which -a ls cat
  whereis ls
  whereis -b ls
  type ls
  type -t ls
  command -v ls
  command -V ls
  test -f a.txt
  test a = b
  [ -d src ]
  [ -f a.txt -a -r a.txt ]
  [ ! -e none ]
  [ 1 -lt 2 ]
  env
  env -0
  printenv
  printenv PATH
  date
  date +%s
  date -u '+%Y-%m-%d %H'
  date -d yesterday +%F
  date -Iseconds
  date -r a.txt
  cal
  cal 2026
  ncal -b
  locale
  getconf PAGE_SIZE

  uname -a
  arch
  nproc
  hostname
  hostname -s
  uptime
  uptime -p
  whoami
  logname
  tty
  id
  id -un
  groups
  users
  who
  who -b
  w -h
  ps
  ps aux
  ps auxww
  ps -ef
  ps -eo pid,comm --sort=-pid
  ps -p 1 -o comm=
  pgrep -l nothing-like-this
  pidof nothing-like-this
  pstree -p
  free -h
  vmstat
  lsof -v
  lsof -t -i :1
  ss -tln
  ss -s
  ss -tn state established
  ss -tan '( dport = :443 or sport = :443 )'
  ss -t dst 10.0.0.0/8
  ss -tn src [::1]:80
  netstat -tln
  ip addr
  ip a
  ip -br addr show
  ip -4 route show default
  ip link show lo
  ifconfig
  ifconfig lo
  dmesg -T
  mount
  mount -t tmpfs
  findmnt /
  lsblk
  lsblk -o NAME,SIZE
  lscpu
  lsmod
  lspci
  lsusb
  last -5
  dpkg -l
  dpkg -L coreutils
  dpkg -S /bin/ls
  dpkg-query -W bash
`);
