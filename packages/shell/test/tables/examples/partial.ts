import { lines } from '../words.ts';

/** Words of which only the beginning is known: `src/*.txt` is `src/?+`, `"$f"` is `?1`. */
export const partialReadOnly: readonly string[] = lines(`
  sort src/?+
  sort -rn ./?+
  sort -- ?1
  sort -- ?+
  sort -t ?1 a.txt
  sort -k ?1 src/?1
  head -5 src/?+
  head -n ?1 a.txt
  cat ?+
  wc -l ?1
  wc -l src/?+ ?1
  od -c src/?+
  md5sum src/?+
  uniq src/?1
  xxd src/?1
  shuf ./?1
  base64 ./?1
  strings src/?+
  diff ./?1 ./?1
  grep -rn a --include=?+ src
  grep a ./?+
  rg a ./?+
  rg -e ./?1 src
  find src/?+ -name '*.ts'
  find src -name ?1
  find src -newer ?1
  find ./?1 ./?+ -print
  [ -f ?1 ]
  [ -f src/?1 -a -r src/?1 ]
  [ ! -d ?1 ]
  [ ?1 = b ]
  [ a != ?1 ]
  [ -n ?1 -a ?1 = y ]
  [ ?1 ]
  [ ! ?1 ]
  test -z ?1
  test ?1 -gt 3
  test ?1
  git log -- ?1
  git diff src/?+
  ls ?+
  stat ./?+
`);

export const partialRefused: readonly string[] = lines(`
  sort ?+
  sort ?1
  sort -?+
  sort -o?1
  sort --output=?+
  sort -k ?+ a
  sort -k ??
  cat -?1
  grep -f?1 a
  grep --file=?1 a
  uniq ./?+
  uniq ./?1 b
  xxd ./?+
  shuf ./?+
  base64 ./?+
  od ?1
  rg ?1 src
  rg -e ?1 src
  git log -S ?1
  rg --pre=?1 a src
  strings @?+
  strings @?1
  find ?1 -name a
  find ?+
  find src -name ?+
  find src ?1
  find (?1
  find src -?1
  [ -f ?+ ]
  [ -f src/?+ ]
  [ ?1 ?1 ]
  [ ?1 a ]
  [ ?1 'a[0]' ]
  [ -n ?1 -a 'a[$(x)]' ]
  [ a ?1 b ]
  [ -f a ?1
  [ -f a ?1 ?1 ]
  git st?+
  git log ?1
  git ?1
  date ?1
  date +?+
  date +?1
  hostname n?1
  ps a?+
  ip addr s?1
  printf ?1 a
  env A?1
  dpkg -l ?1
`);
