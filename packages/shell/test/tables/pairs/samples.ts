/** Values that options are given, one after the other: numbers, words that some option knows, files and a directory. */
const VALUES = ['1', 'a', 'a.txt', 'name', 'src', '2', 'out', 'x', 'never', '%n', '-1'];

/** Values without which an option only ever reports a usage error. */
const VALUES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '--indent': ['2'],
    '--color': ['never', 'always'],
    '--colour': ['never', 'always'],
    '--sort': ['name', 'size', 'path'],
    '--time': ['atime', 'ctime'],
    '--format': ['single-column', '%n', 'bsd', 'c4'],
    '--date': ['now', 'yesterday'],
    '--check': ['quiet', 'silent'],
    '--engine': ['default', 'auto'],
    '--algorithm': ['sha1', 'crc', '256'],
    '--type': ['f', 'ext4', 'js', 'service'],
    '--size': ['+1', '1'],
    '--mime-type': ['text/plain'],
    '--disassemble': ['main'],
    '-t': ['x1', 'f', ',', 'ext4', '1'],
    '-d': [',', '1', 'skip', 'recurse'],
    '-s': [',', '1'],
    '-F': [',', ':'],
    '-v': ['a=1'],
    '-A': ['x', '1'],
    '-f': ['1', 'utf-8', '%g'],
    '-e': ['a', 'p', '1/1 "%x"'],
    '-type': ['f', 'd'],
    '-size': ['+0', '1'],
    '-perm': ['-u+w', '600'],
    '-regextype': ['posix-egrep'],
    '-printf': ['%p', '%u\\n'],
  }),
);

/** What stands for a positional that is not a file: a pattern, a script, a name. */
const TEXT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jq: '.',
    sed: 'p',
    awk: '{print}',
    gawk: '{print}',
    mawk: '{print}',
    nawk: '{print}',
    type: 'ls',
    command: 'ls',
    which: 'ls',
    whereis: 'ls',
    declare: 'HOME',
    typeset: 'HOME',
    numfmt: '5',
    factor: '12',
    expr: '1',
    printf: '%s',
    dpkg: 'bash',
    'dpkg-query': 'bash',
    id: 'root',
    groups: 'root',
    getent: 'root',
    pgrep: 'bash',
    pidof: 'bash',
    getconf: 'PATH',
    locale: 'charmap',
    sleep: '0',
    vmstat: '',
    ss: ':80',
  }),
);

/** Words for a positional of one form. */
const WORDS = '1 + +%s passwd cols kernel.ostype HUP l INT ll PATH - %1 a'.split(' ');

/** Files that a program can do more with than with text. */
const FILE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tar: 'archive.tar',
    unzip: 'archive.zip',
    zipinfo: 'archive.zip',
    gzip: 'a.gz',
    gunzip: 'a.gz',
    zcat: 'a.gz',
    bzip2: 'a.bz2',
    bunzip2: 'a.bz2',
    bzcat: 'a.bz2',
    xz: 'a.xz',
    unxz: 'a.xz',
    xzcat: 'a.xz',
    jq: 'a.json',
    readelf: 'object',
    nm: 'object',
    objdump: 'object',
    size: 'object',
    strings: 'object',
    base64: 'encoded.txt',
    base32: 'encoded.txt',
    join: 'a.txt',
    bc: 'sum.txt',
    xxd: 'hex.txt',
  }),
);

/** Every file of the fixtures, and one that is missing. A packer that is new to the tables finds its own kind among them. */
const FILES = (
  'a.txt b.txt src a.json a.gz a.bz2 a.xz a.zst archive.tar archive.tgz archive.zip object list.txt sums.txt ' +
  'hex.txt encoded.txt missing link .'
).split(' ');

export function sampleValue(names: readonly string[], accepts: RegExp | undefined, turn: number): string {
  const own = names.flatMap((name) => VALUES_OF.get(name) ?? []);
  const candidates = [...own, ...own, ...VALUES].filter((value) => accepts?.test(value) !== false);
  return candidates[turn % candidates.length] ?? '1';
}

export function sampleText(program: string): string {
  return TEXT_OF.get(program) ?? 'a';
}

/** Undefined: none of the samples has that form. */
export function sampleWord(program: string, form: RegExp): string | undefined {
  const own = TEXT_OF.get(program);
  return (own === undefined ? WORDS : [own]).find((word) => form.test(word));
}

export function ownFile(program: string): string {
  return FILE_OF.get(program) ?? 'a.txt';
}

export function anyFile(turn: number): string {
  return FILES[turn % FILES.length] ?? '.';
}
