import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../../../test/support/sample.ts';
import { verdict } from './judge.ts';

const files = createMemoryFiles({ contents: new Map([['/p/sub/x', '']]), links: new Map() });

const inBypass = (command: string) => verdict('Bash', command, { mode: 'bypassPermissions', files });

/** Ways in which a removal is given the names that a command prints, or a file holds: the list stands for `LIST`. */
const FROM_COMMAND = [
  'LIST | xargs rm',
  'LIST | xargs -0 rm -f --',
  'LIST | xargs -I% rm %',
  'LIST | sort -u | xargs unlink',
  'LIST | parallel rm',
  'LIST | xargs shred -u',
  'LIST | xargs truncate -s0',
  'for f in $(LIST); do truncate -s-1 "$f"; done',
  'LIST | xargs git rm',
  'LIST | while read -r f; do git rm -f "$f"; done',
  'LIST | xargs sh -c \'rm "$@"\' _',
  'LIST | xargs sh -c \'for f; do rm "$f"; done\' _',
  "LIST | xargs -I{} sh -c 'rm {}'",
  'for f in $(LIST); do : > "$f"; done',
  'LIST | while read -r f; do > "$f"; done',
  'LIST | while read -r f; do cat /dev/null >| "$f"; done',
  "LIST | xargs -I{} sh -c ': > {}'",
  'LIST | xargs -n1 sh -c \'echo -n > "$1"\' _',
  'LIST | xargs sed -i d',
  'LIST | xargs tee',
  'LIST | xargs -n1 cp /dev/null',
  'LIST | xargs -n1 ln -sf /dev/null',
  'LIST | xargs -n1 sponge',
  "LIST | xargs vim -es -c '%d' -c wqa",
  'LIST | xargs fallocate -p -l 1G',
  'LIST | while read -r f; do rm "$f"; done',
  'while read -r f; do g=$f; rm "$g"; done < <(LIST)',
  'for f in $(LIST); do rm "$f"; done',
];

/** Of these no list is a certain one. */
const WHATEVER_IT_IS = [
  'for f in $(LIST); do rm "$f" < /dev/null; done',
  'for f in $(LIST); do rm "$f" <<< y; done',
  'truncate -s 0 $(LIST)',
  'truncate --size=0 --bogus $(LIST)',
  'LIST | xargs rm -rf',
  'LIST | xargs git clean -fdx',
];

/** Lists of everything there is somewhere, or of which nothing is known. */
const EVERYTHING = [
  'ls -R ~',
  'ls',
  'ls -A .',
  'git ls-files',
  'git ls-files ~',
  'git ls-tree -r --name-only HEAD',
];
const UNKNOWN = ['cat list', 'jq -r ".[]" x.json', 'comm -23 a b', 'sort list', '{ cat list; ls *.o; }'];

/** Lists of certain names in the workspace. */
const SOME = [
  "find . -name '*.o'",
  'ls *.o',
  'ls -t | tail -n +6',
  'git ls-files -d -z',
  "git ls-files '*.o'",
  'git diff --name-only',
  'git grep -l foo',
  'rg -l foo',
  'ls sub',
  'echo a b',
  "find . -name '*.o' | sed 's|^\\./||'",
  "find . -name '*.o' -print0 | sort -zu | uniq -z",
  "find . -name '*.o' | sed -n '/x/,$p'",
  "find . -name '*.o' | tr '\\n' '\\0'",
  "git status --porcelain | awk '{print $2}'",
  "git status -s | grep '^??' | cut -c4-",
  "git status -s | sed 's/^...//'",
  "git status -s | sed -n '/^??/p' | cut -c4-",
  "git status -s | sed -n 's/^?? //p'",
  "git status -s | awk '/^\\?\\?/' | cut -c4-",
  "git status -s | awk '/^\\?\\?/{print $2}'",
  'git status -s | awk \'$1=="??"{print $2}\'',
  "ls *.o | awk '!seen[$0]++'",
  "ls *.o | cut -d' ' -f2",
];

/** Parts of certain names in the workspace, which may name anything. */
const PARTS = [
  "find . -name '*.o' | cut -c2-",
  "find . -name '*.o' | sed 's/^.//'",
  "git status -s | awk '{print $2}' | cut -c4-",
  'git status -s | cut -c4- | sed "s/^...//"',
  "find . -name '*.o' | grep -o '/.*'",
  "find . -name '*.o' | head -c 3",
  "find . -name '*.o' | tr -d .",
  'find . -name "*.o" | awk \'{print "/" $1}\'',
  'ls *.o | rev',
  'ls *.o | xargs dirname',
  "rg -l foo | rg -o '^/' -r /etc",
  'git status -s | cut -c5-',
  "git status -s | sed -n '/^??/p' | cut -c5-",
  "git status -s | sed 's/x/y/p' | cut -c4-",
  "git status -s | awk '/x/{print $2}' | cut -c4-",
  // All names are one record.
  'ls | grep -z x',
  'ls *.o | sed "$x"',
];

const OF_FILES = [
  'xargs rm < list',
  'xargs -a list rm',
  'echo a | xargs -a list rm',
  'parallel rm :::: list',
  'echo ~ -delete | xargs find',
  'echo clean -fdx | xargs git -C ~',
  'echo -C ~ clean -fdx | xargs git',
  'mapfile -t a < list; rm "${a[@]}"',
  'l=$(cat list); rm $l',
  'xargs -I{} rm ~/{} < list',
  'xargs -I% rm ./% < list',
  "xargs -I{} sh -c 'rm ~/{}' < list",
  'tar cf x.tar --remove-files -T list',
  'zip -m x.zip -@ < list',
  "find ~ -type f -exec sh -c 'rm $1' _ {} \\;",
  'find ~ -type f -exec sh -c \'rm "$0"\' {} \\;',
  "find ~ -type f -exec sh -c 'rm {}' \\;",
];

describe('removals of names from a list', () => {
  it.each(sampleOf([...EVERYTHING, ...UNKNOWN, ...PARTS]))(
    '%s: each way to remove what it lists asks in bypassPermissions',
    (list) => {
      const unasked = [...FROM_COMMAND, ...WHATEVER_IT_IS]
        .map((way) => way.replace('LIST', list))
        .filter((line) => inBypass(line) !== '?');
      expect(unasked).toEqual([]);
    },
  );

  it.each(sampleOf(SOME))('%s: each way to remove what it lists runs in bypassPermissions', (list) => {
    const asked = FROM_COMMAND.map((way) => way.replace('LIST', list)).filter(
      (line) => inBypass(line) !== 'A',
    );
    expect(asked).toEqual([]);
  });

  it.each(OF_FILES)('%s asks in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('?');
  });

  it.each([
    'xargs -I{} rm build/{} < list',
    'while read -r f; do rm "build/$f"; done < list',
    "find . -name '*.o' -exec sh -c 'rm $1' _ {} \\;",
    'f=$(ls -t | tail -1); rm $f',
    'f=$(mktemp); rm -f $f',
    'rm -f "$@"',
  ])('%s runs in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('A');
  });
});

/** Ways in which a line gives `$d` a value: it stands for `VALUE`. */
const GIVING = [
  'd=VALUE; rm -rf "$d"',
  'd=VALUE; rm -rf $d',
  'export d=VALUE; bash -c \'rm -rf "$d"\'',
  'env d=VALUE bash -c \'rm -rf "$d"\'',
  'for d in VALUE; do rm -rf "$d"; done',
  'f() { local d=VALUE; rm -rf "$d"; }; f',
  'd=VALUE; find "$d" -delete',
];

describe('removals of a value that leaves the root where a variable is empty', () => {
  it.each(['"$x/"', '$x/', '"${x%/}/"', '"$x//."', '"$x"/'])('%s asks in bypassPermissions', (value) => {
    const unasked = GIVING.map((way) => way.replace('VALUE', value)).filter((line) => inBypass(line) !== '?');
    expect(unasked).toEqual([]);
  });

  it.each(['"$(mktemp -d)/"', '"build/$x/"', '"${x:-build}/"'])('%s runs in bypassPermissions', (value) => {
    expect(inBypass(`d=${value}; rm -rf "$d"`)).toBe('A');
  });
});

/** Ways in which files are emptied: they stand for `FILES`. */
const EMPTYING = [
  'truncate -s0 FILES',
  'tee FILES < /dev/null',
  'sponge FILES < /dev/null',
  'for f in FILES; do ln -sf /dev/null "$f"; done',
  "vim -es -c '%d' -c wqa FILES",
  "ex -s '+%delete | x' FILES",
  ': | tee FILES',
  'echo x | tee FILES',
  'sed -i d FILES',
  "sed -i '1,$d' FILES",
  "sed -i.bak -e '/./d' FILES",
  "sed -i 's/.*//g' FILES",
  "sed -n -i '' FILES",
  "perl -i -ne '' FILES",
  'perl -pi -e \'$_=""\' FILES',
  'gawk -i inplace 0 FILES',
  'fallocate -p -o 0 -l 1G FILES',
  'fallocate --zero-range -l 1G FILES',
  'shred FILES',
  'for f in FILES; do : > "$f"; done',
  'for f in FILES; do > "$f"; done',
  'for f in FILES; do echo -n > "$f"; done',
  'for f in FILES; do printf \'\' &> "$f"; done',
  'for f in FILES; do cat /dev/null > "$f"; done',
  'for f in FILES; do date > "$f"; done',
  'for f in FILES; do { :; } > "$f"; done',
  'for f in FILES; do cp /dev/null "$f"; done',
  'for f in FILES; do dd if=/dev/zero of="$f" count=1; done',
  'for f in FILES; do tee "$f" < /dev/null; done',
  'for f in FILES; do cp x "$f"; done',
  'for f in FILES; do mv -f x -- "$f"; done',
  'for f in FILES; do ln -f x "$f"; done',
  'for f in FILES; do rsync -a x "$f"; done',
  'for f in FILES; do curl -so "$f" https://x.example/; done',
  'f() { : > "$1"; }; for x in FILES; do f "$x"; done',
  'f() { > "$1"; }; for x in FILES; do f "$x"; done',
  'f() { { date; } > "$1"; }; for x in FILES; do f "$x"; done',
  'f() { cp x "$1"; }; for x in FILES; do f "$x"; done',
  'f() { for y; do : > "$y"; done; }; f FILES',
  'g() { f "$1"; }; f() { tee "$1" < /dev/null; }; for x in FILES; do g "$x"; done',
  'for x in FILES; do eval ": > $x"; done',
];

/** Ways in which all files that a command lists get other content. */
const REPLACING = [
  'LIST | xargs -n1 cp x',
  'LIST | xargs -I{} mv x {}',
  'LIST | while read -r f; do cp x "$f"; done',
  'for f in $(LIST); do mv x "$f"; done',
  'for f in $(LIST); do date > "$f"; done',
  'LIST | while read -r f; do { date; } > "$f"; done',
  "LIST | xargs -I{} sh -c 'date > {}'",
  'f() { : > "$1"; }; for x in $(LIST); do f "$x"; done',
  'echo x | tee $(LIST)',
];

describe('files that a line empties', () => {
  it.each(EMPTYING)('%s asks in bypassPermissions where they are all of a critical directory', (way) => {
    const unasked = ['*', '~/*', '/etc/*', '"$HOME"/*']
      .map((files) => way.replace('FILES', files))
      .filter((line) => inBypass(line) !== '?');
    expect(unasked).toEqual([]);
  });

  it.each(EMPTYING)('%s runs in bypassPermissions where they are others', (way) => {
    const asked = ['*.log', 'build/*', 'a b', '"$x"']
      .map((files) => way.replace('FILES', files))
      .filter((line) => inBypass(line) !== 'A');
    expect(asked).toEqual([]);
  });

  it.each(REPLACING)('%s asks in bypassPermissions where the list is of everything', (way) => {
    const lists = ['git ls-files', 'find . -type f', 'ls', 'ls -A ~'];
    const unasked = lists.map((list) => way.replace('LIST', list)).filter((line) => inBypass(line) !== '?');
    expect(unasked).toEqual([]);
  });

  it.each(REPLACING)('%s runs in bypassPermissions where the list is of some or not known', (way) => {
    const lists = ["git ls-files '*.o'", 'git diff --name-only', 'ls *.o', 'cat list'];
    const asked = lists.map((list) => way.replace('LIST', list)).filter((line) => inBypass(line) !== 'A');
    expect(asked).toEqual([]);
  });

  it.each([
    'tee $(git ls-files) < /dev/null',
    'x=$(git ls-files); tee $x < /dev/null',
    'find . -type f -exec cp x {} \\;',
    'f() { rm "$1"; }; git ls-files | while read -r x; do f "$x"; done',
  ])('%s asks in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('?');
  });

  it.each([
    'for d in */; do cp LICENSE "$d"; done',
    'find . -type d -exec cp LICENSE {} \\;',
    'find . -type d | xargs -n1 cp LICENSE',
    'git ls-files | xargs cp -t backup',
    'git ls-files | xargs -I{} cp {} backup/',
    'for f in *; do cp "$f" "$f.bak"; done',
    'cp * backup',
    'cp "$1" "$2"',
    'f() { echo "$1" >> log; }; for f in *; do f "$f"; done',
    'f() { date > "$1"; }; f out',
    'curl -o "$f" https://x.example/',
    'sed -i s/a/b/ *',
    "sed -i '/x/d' *",
    'sed -n p *',
    'git ls-files | xargs sed -i s/a/b/',
    'tee -a * < list',
    'perl -pi -e s/a/b/ *',
    'for f in *; do echo x >> "$f"; done',
    'for f in *; do jq . "$f" > "$f.out"; done',
    'for f in *; do sort "$f" > "out/$f"; done',
    'while read -r f; do curl -s "u/$f" > "$f"; done < list',
    'for d in */; do cp LICENSE "$d"; done',
    'fallocate -l 1G big',
    'wc -l * > sizes',
  ])('%s runs in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('A');
  });
});

describe('what would be removed where a variable that nothing sets is empty', () => {
  it.each([
    'cd "$x/" && REMOVAL',
    'cd "$x"/ && REMOVAL',
    'cd $x/; REMOVAL',
    'cd "/$x" && REMOVAL',
    'cd "${x%/}/" || exit; REMOVAL',
    'cd "$x/.." && REMOVAL',
    'pushd "$x/" && REMOVAL',
    'd="$x/"; cd "$d" && REMOVAL',
    'export d="$x/"; cd "$d"; REMOVAL',
    '(cd -P "$x/a" && cd .. && REMOVAL)',
    'cd "$x/" && bash -c \'REMOVAL\'',
    'env -C "$x/" REMOVAL',
  ])('%s asks in bypassPermissions where that is a directory of the system', (line) => {
    const removals = ['rm -rf etc', 'rm -r ./usr/', 'find home -delete', 'mv var /tmp/x'];
    const unasked = removals.filter((removal) => inBypass(line.replace('REMOVAL', removal)) !== '?');
    expect(unasked).toEqual([]);
  });

  it.each([
    'rm -rf "$x/etc"',
    'rm -rf $x/usr/',
    'd="$x/"; rm -rf "${d}home"',
    'find "$x/var" -delete',
    'cd $x && rm -rf .ssh',
    'cd $x && rm -rf Documents',
  ])('%s asks in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('?');
  });

  it.each([
    'cd "$x" && rm -rf etc',
    'cd "$x/" && rm -rf build',
    'rm -rf "$x/build"',
    'rm -rf "$x/src/lib"',
    'cd $x && rm -rf dist',
    'cd "${x:?}/" && rm -rf etc',
    'cd "${x:-/tmp/x}/" && rm -rf etc',
    'd=$(mktemp -d); cd "$d/" && rm -rf etc',
    'truncate -s 0 "$x"',
    'truncate -s +1G /swapfile',
  ])('%s runs in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('A');
  });
});

describe('permissions and owners that would be changed where a variable that nothing sets is empty', () => {
  it.each([
    'cd "$x/" && CHANGE .',
    'cd "$x/"; CHANGE etc',
    'cd $x && CHANGE .',
    'cd "$x/" && CHANGE *',
    'CHANGE "$x/"',
    'CHANGE "$x"/*',
    'CHANGE "$x/usr"',
    'd="$x/"; CHANGE "$d"',
    'bash -c \'cd "$x/" && CHANGE .\'',
  ])('%s asks in bypassPermissions', (line) => {
    const changes = ['chmod -R 777', 'chown -R me', 'chgrp -R me', 'setfacl -R -m u:x:rwx'];
    const unasked = changes
      .map((change) => line.replace('CHANGE', change))
      .filter((one) => inBypass(one) !== '?');
    expect(unasked).toEqual([]);
  });

  it.each([
    'chmod -R 777 "$x"',
    'chmod -R 777 "$x/build"',
    'cd "$x" && chmod -R 777 .',
    'cd "$x/" && chmod -R 777 build',
    'cd "${x:?}/" && chmod -R 777 .',
    'd=$(mktemp -d); cd "$d/" && chown -R me .',
    'chmod +x "$x/"*',
  ])('%s runs in bypassPermissions', (line) => {
    expect(inBypass(line)).toBe('A');
  });
});

describe('removals of what a filter prints of a value', () => {
  it.each([
    "grep -o '^/home/me'",
    "grep -oE '^/home/me'",
    "grep --only-matching '^/home/me'",
    'grep -n x',
    'grep -c x',
    'grep -H x',
    'grep -b x',
    'grep --color=always x',
    'grep -e x list',
    "egrep -o '^/home/me'",
    'head -c 8',
    'head -n 1 list',
    'tail -c8',
    'tail --bytes=8',
    "rg -r '' /proj/old",
    "rg --replace '' /proj/old",
    'rg -o ^/home/me',
    'uniq -c',
    'sort list',
    'sort -o list',
    'grep "$x"',
  ])('%s asks in bypassPermissions', (filter) => {
    expect(inBypass(`d=$(echo /home/me/proj/old | ${filter}); rm -rf "$d"`)).toBe('?');
  });

  it.each([
    'grep -v x',
    'grep -viE "x|y"',
    'grep -v -e x -e y',
    'egrep -m1 x',
    'rg -S x',
    'head -1',
    'head -n 1',
    'head -n1',
    'tail -n +2',
    'tail --lines=3',
    'sort -u',
    'sort -t/ -k 2,2 -rn',
    'uniq',
    'sort | uniq -d | head -3',
  ])('%s runs in bypassPermissions', (filter) => {
    expect(inBypass(`d=$(echo build/old | ${filter}); rm -rf "$d"`)).toBe('A');
  });
});
