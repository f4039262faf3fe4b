import { lines } from '../words.ts';

export const everydayRefused: readonly string[] = lines(`
  ls --no-such
  tree -Po x out
  tree -Io x out
  tree -LoP 2 out
  tree -L2o x
  bash -n +n
  sh -n +n
  bash -n +x a
  getfacl -
  column -t -n a
  ls -la%
  ls --so
  cat -z a
  cat --number=3 a
  head --foo a
  tail --pi
  tail -n
  sort -o x a
  sort -ox a
  sort -ro x a
  sort a -o a
  sort --output=x a
  sort --out=x a
  sort --o x a
  sort -T dir a
  sort --temporary-directory=dir a
  sort --compress-program=x a
  sort ??
  uniq a b
  uniq a -c
  uniq ??
  uniq -- a b
  shuf -o x a
  shuf -eo x a
  tr -z a
  tr a b c
  diff -l a b
  diff --paginate a b
  xxd -r a
  xxd -r -p a
  xxd -pr a
  xxd -revert a
  xxd a b
  xxd a -r
  xxd ??
  strings @options
  strings --plugin x a
  strings -T elf a
  hexdump -f format a
  od ??
  base64 -i a -o b
  base64 -o b a
  base64 -D a
  base64 a b
  base64 ??
  numfmt --debug 1
  df --sync
  file -C -m magic
  file -m magic a
  file -f list
  file -z a
  file -bC a
  file --compile
  file -p a
  file ??
  tree -o out
  tree -ao out
  tree -R -H . -L 2
  tree --fromfile -o out
  tree ??
  stat --foo a


  grep --r a src
  grep --re a src
  grep --files a src
  grep -rq% a
  rg --pre ./x a
  rg --pre=./x a
  rg --hostname-bin x a
  rg -z a
  rg -m --pre=x a
  fd -d -xls a
  fd -l -x ls
  fd -lx ls
  rg ??
  fd -x rm
  fd -Hx rm
  fd -X rm
  fd --exec rm
  fd --exec-batch rm
  fd ??
  find . -delete
  find . -exec rm {} ;
  find . -execdir rm {} +
  find . -ok rm {} ;
  find . -okdir rm {} ;
  find . -fprint out
  find . -fprint0 out
  find . -fprintf out %p
  find . -fls out
  find -files0-from list
  find -D exec .
  find -O3 . -delete
  find -O4 .
  find . -name ??
  find ?? -name a
  find . -name
  find . -name a b
  find . -nam a

  pwd x
  printf
  printf -v x %s
  printf '%s%n' a x
  printf '%5.3n' x
  printf ??
  command rm
  command -p rm x
  command -p -- rm
  command ls
  command
  test -v 'a[1]'
  test -R a
  [ -v a ]
  [ -f ?? ]
  [ -f a
  test ?? = b
  env rm x
  env A=1
  env A=1 rm x
  env -i
  env -S 'rm x'
  env -u A rm
  env ??
  date -s tomorrow
  date -us tomorrow
  date --set=tomorrow
  date --s tomorrow
  date 01011200
  date -f x 01011200
  date ??
  sleep ??

  hostname new
  hostname -F file
  hostname -b
  hostname -f
  hostname -d
  hostname -i
  hostname -a
  hostname ??
  ps auxe
  ps eww
  ps ??
  lsof -D b
  lsof -Di
  ss -K dst 1.2.3.4
  ss -tK
  ss -D out
  ss dst a.example.com
  ss a
  ss src [::1.example.com]
  ss '( dst = a.example.com )'
  ss dst ?1
  ss --kill
  ss -F filter
  netstat -c
  netstat -t
  netstat -r
  ip -r route show
  ss -tr
  last -d
  who --lookup
  ip
  ip addr add 1.2.3.4 dev lo
  ip addr del 1.2.3.4 dev lo
  ip a f dev lo
  ip link set lo down
  ip route add default via 1.2.3.4
  ip route flush cache
  ip netns exec x ls
  ip -b batch
  ip -batch batch
  ip -n x addr
  ip -all netns exec ls
  ip monitor
  ip ??
  ifconfig lo down
  dmesg -c
  dmesg -C
  dmesg -Tc
  dmesg -H
  dmesg -n 1
  dmesg --clear
  mount /dev/sda /mnt
  mount -a
  mount -o remount,rw /
  mount --bind a b
  findmnt --poll
  vmstat a
  dpkg -i x.deb
  dpkg -r x
  dpkg
  dpkg --admindir=x -l
`);

export const unknownPrograms: readonly string[] = lines(`
  ./cat a
  ~/bin/cat a
  bin/cat a
  /tmp/cat a
  /bin/../tmp/cat a
  /usr/bin/../../tmp/ls
  //bin/ls
  /bin/
  /
  rm x
  rm -rf .
  xargs ls
  sudo ls
  timeout 1 ls
  less a
  more a
  man ls
  help
  LS
  toString
  constructor
  __proto__
  hasOwnProperty
  valueOf
  /bin/constructor
  tee x
  top -bn1
  cp a b
  mv a b
  touch a
  setfacl -m u:a:r a
  ??
  ?? a
`);
