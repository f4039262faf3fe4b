import { describe, expect, test } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import type { AnalysisContext } from '../../src/effects/analysis.ts';
import type { GlobFiles } from '../../src/globs/glob-files.ts';
import { CONTEXT } from './analyze.ts';

/** Names in directories; `@` before one that is a symbolic link. */
const TREE: Readonly<Record<string, readonly string[]>> = {
  '/': ['p', 'out'],
  '/p': ['a.js', 'b.js', '.env', 'src', '@link', '@linked.js'],
  '/p/src': ['c.ts', 'd*.ts'],
  '/p/link': ['name', 'other'],
  '/out': ['x', 'y'],
  '/options': ['-R', '-L', '--from-file=/out/x', '--files0-from=list', 'a', 'src'],
  '/options/src': ['-R'],
  '/named': ['a.js', 'x=1'],
};

const globFiles: GlobFiles = {
  list: (path) =>
    TREE[path]?.map((name) => ({ name: name.replace('@', ''), isLink: name.startsWith('@') })) ?? 'none',
  exists(path) {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const names = TREE[path.slice(0, slash) || '/'];
    return names?.some((one) => one.replace('@', '') === name) ?? false;
  },
};

const LOOKED_UP: AnalysisContext = {
  ...CONTEXT,
  globFiles,
  isExported: (name) => name.toUpperCase() === 'EXPORTED',
};

function placesOf(source: string, context = LOOKED_UP): readonly string[] {
  return analyzeCommand(source, context).commands.flatMap(({ files, redirections }) =>
    [...files, ...redirections].map(
      ({ access, path, isTree, levels }) =>
        `${access} ${path ?? '?'}${isTree ? '/**' : ''}${levels === undefined ? '' : ` ${levels}`}`,
    ),
  );
}

describe('what the shell looks up for the words of a command is a list of that place', () => {
  test.each([
    ['echo /out/*', ['list /out']],
    ["printf '%s\\n' /out/*", ['list /out']],
    [': /out/*', ['list /out']],
    ['true /o*/x', ['list /', 'list /out']],
    ['set -- /out/*', ['list /out']],
    ['a=(/out/*)', ['list /out']],
    ['for f in /out/*; do :; done', ['list /out']],
    ['select f in /out/*; do :; done', ['list /out']],
    ['echo {/out,/p}/*', ['list /out', 'list /p']],
    ['echo /out/{x,y}*', ['list /out', 'list /out']],
    ['cd /out && echo *', ['list /out', 'list /out']],
    ['echo [[:alpha:]]*', ['list /p/**']],
    ['echo ~/*', ['list /home/u']],
    ['echo "$HOME"/*', ['list /home/u']],
    ['echo $(echo /out/*)', ['list /out', 'list ?/**']],
    ['cat <(echo /out/*)', ['list /out']],
    ["bash -c 'echo /out/*'", ['list /out']],
    ["eval 'echo /out/*'", ['list /out/**']],
    ['xargs echo /out/*', ['list /out']],
    ['timeout 5 echo /out/*', ['list /out']],
    ['if echo /out/*; then :; fi', ['list /out']],
    [
      'echo */*',
      ['list /p', 'list /p/a.js', 'list /p/b.js', 'list /p/src', 'list /p/link', 'list /p/linked.js'],
    ],
    ['cat *.js', ['read /p/a.js', 'read /p/b.js', 'read /p/linked.js', 'list /p']],
    ['cat *.none', ['read /p/*.none', 'list /p']],
    ['ls *', ['list /p/**', 'list /p/link']],
    ['stat -L *.js', ['list /p/** Infinity', 'list /p/linked.js Infinity']],
    ['for f in *.js; do wc -l "$f"; done', ['list /p', 'read /p/a.js', 'read /p/b.js', 'read /p/linked.js']],
    ['for f in *.js; do wc -l $f; done', ['list /p', 'read /p/a.js', 'read /p/b.js', 'read /p/linked.js']],
    ['for f in a.js b.js; do echo $f; done', []],
    ['echo "/out/*" \'/out/*\' \\*', []],
    ['cat <<< /out/*', []],
    ['[[ a == /out/* ]]', []],
    ['case a in /out/*) ;; esac', []],
    ['x=/out/*', []],
  ])('%s', (source, places) => {
    expect(placesOf(source)).toEqual(places);
  });

  test.each([
    'echo ~root/*',
    'echo "$DIR"/*',
    'echo $DIR/*',
    'echo ../*',
    'echo .*',
    'echo {/out/*,a}',
    "x='/out/*'; echo $x; echo *",
    'while read -r line; do echo $line *; done < a.js',
    'for f in src/*; do echo $f; done',
    "bash -c 'read x; echo $x'",
  ])('%s may look up anything', (source) => {
    expect(placesOf(source)).toContain('list ?/**');
  });

  test.each([
    'echo $HOME $PWD $USER',
    'echo $?',
    'for f in *.js; do echo $f; done',
    'for f in a b; do echo $f; done',
    'echo $((1 + 2))',
    'echo "$(cat a.js)"',
  ])('%s looks up nothing that is not known', (source) => {
    expect(placesOf(source)).not.toContain('list ?/**');
  });
});

describe('links that are followed may lead anywhere', () => {
  test.each([
    'ls -LR',
    'ls -L src',
    'ls --dereference -R src',
    'dir -RL',
    'find -L .',
    'find src -follow',
    'du -L',
    'du --dereference src',
    'tree -l',
    'fd -L x',
    'rg -L x',
    'rg --files --follow',
    'grep -R x .',
    'rgrep -R x',
    'diff -r a b',
  ])('%s', (source) => {
    expect(placesOf(source).some((place) => place.endsWith(' Infinity'))).toBe(true);
  });

  test.each(['ls -R', 'find .', 'du', 'tree', 'fd x', 'rg x', 'grep -r x .', 'diff -r --no-dereference a b'])(
    '%s follows none',
    (source) => {
      expect(placesOf(source).some((place) => place.endsWith(' Infinity'))).toBe(false);
    },
  );
});

test.each([
  ['type /out/x', 'list /out/x'],
  ['command -v /out/x', 'list /out/x'],
  ['which /out/x', 'list /out/x'],
  ['pathchk /out/x', 'list /out/x'],
  ['[ a -nt /out/x ]', 'list /out/x'],
  ['test /out/x -ef a', 'list /out/x'],
  ['[[ -e /out/x ]]', 'list /out/x'],
  ['realpath --relative-to=/out/x a', 'list /out/x'],
  ['locate x', 'list //**'],
])('%s tells whether something is there', (source, place) => {
  expect(placesOf(source)).toContain(place);
});

describe('patterns are not looked up where the line may change what they match', () => {
  test.each(['make && cat *.js', 'cp -r a b; cat *.js', 'ln -s /out/x z.js; cat *.js'])('%s', (source) => {
    expect(placesOf(source)).toContain('read /p/** 1');
    expect(analyzeCommand(source, LOOKED_UP).expandsPatterns).toBe(false);
  });

  test.each([
    'for i in 1 2; do CMD *.js; done',
    'f() { CMD *.js; }; f; f',
    "bash -c 'while :; do CMD *.js; done'",
  ])('which %s may', (source) => {
    expect(analyzeCommand(source, LOOKED_UP).expandsPatterns).toBe(false);
  });

  test.each(['CMD *.js', "bash -c 'cat *.js'", 'for f in *.js; do cat *.js; done'])(
    'which %s may not',
    (source) => {
      expect(analyzeCommand(source, LOOKED_UP).expandsPatterns).toBe(true);
    },
  );

  test.each(['cat *.js > all', 'touch z; cat *.js', 'X=$(cat *.js); echo "$X"'])(
    'but are in %s',
    (source) => {
      expect(placesOf(source)).toContain('read /p/a.js');
    },
  );
});

describe('what a pattern matches now is not an option where all of it are plain names', () => {
  test.each([
    'sort *.js',
    'sort -u *',
    'for f in *.js; do sort "$f"; done',
    'for f in *.js; do sort $f | sed -n 1p; done',
    'sed -n 1p *.js',
  ])('%s only reads', (source) => {
    expect(analyzeCommand(source, LOOKED_UP).isReadOnly).toBe(true);
    expect(placesOf(source)).toContain('read /p/a.js');
  });

  test.each([
    ['sort *', '/options'],
    ['for f in *; do sort "$f"; done', '/options'],
    ['sort *', '/named'],
    ['sort *.none', '/p'],
    ['make; sort *.js', '/p'],
    ['sort -o *.js', '/p'],
    ['uniq *.js', '/p'],
  ])('%s in %s does more', (source, cwd) => {
    expect(analyzeCommand(source, { ...LOOKED_UP, cwd }).isReadOnly).toBe(false);
  });
});

describe('a value that turns out to be a pattern stays what it is where nothing is meant as one', () => {
  test.each(['echo $(cat a.js)', 'while read -r x; do echo $x; done < a.js'])('%s', (source) => {
    const analysis = analyzeCommand(source, LOOKED_UP);
    expect(analysis.hardening?.insertions).toContainEqual({ at: 0, text: 'set -f; ' });
    expect(placesOf(source)).not.toContain('list ?/**');
  });

  test.each(['echo $(cat a.js) *', 'echo $(cat a.js); make'])('not in %s', (source) => {
    const { hardening } = analyzeCommand(source, LOOKED_UP);
    expect(hardening?.insertions ?? []).not.toContainEqual({ at: 0, text: 'set -f; ' });
    expect(placesOf(source)).toContain('list ?/**');
  });
});

describe('a variable of the script alone keeps what a command prints', () => {
  test.each(['X=$(cat a.js)', 'x=`cat a.js`', 'X=$(cat a.js); echo "$X"', 'X="a $(cat a.js)"'])(
    '%s only reads',
    (source) => {
      expect(analyzeCommand(source, LOOKED_UP).isReadOnly).toBe(true);
      expect(analyzeCommand(source, CONTEXT).isReadOnly).toBe(false);
    },
  );

  test.each([
    'EXPORTED=$(cat a.js)',
    'PATH=$(cat a.js)',
    'LD_PRELOAD=$(cat a.js); ls',
    'GIT_DIR=$(cat a.js); git status',
    'MY_PROXY=$(cat a.js)',
    'X=$(rm a)',
    'X+=$(cat a.js)',
    'X[0]=$(cat a.js)',
    'export X=$(cat a.js)',
    'X=$(cat a.js) make',
    'X=a',
    'exported=a',
    'http_proxy=a',
    'x+=a',
    'x[0]=a',
    'x=(a b)',
    "x='-delete'; find . $x",
    "x='. -delete'; find $x",
    'x=--output=z; git log $x',
    'x=a; x=-delete; find . $x',
    'for i in 1 2; do find . $x; x=-delete; done',
    "x='a[$(rm b)]'; echo $((x))",
    "x='a[$(rm b)]'; [[ x -eq 1 ]]",
    'x=rm; $x a',
    'x="rm a"; eval "$x"',
    'x=a; export x; ls',
    'set -a; x=a; ls',
  ])('%s does more', (source) => {
    expect(analyzeCommand(source, LOOKED_UP).isReadOnly).toBe(false);
  });

  test.each([
    ['x=5; echo $x', []],
    ['x=5 y=6; echo "$x$y"', []],
    ['x=a.js; cat $x', ['read /p/a.js']],
    ['x=/out/a; cat "$x"', ['read /out/a']],
    ["x='/out/a b'; cat $x", ['read ?/**']],
    ['x=/out/a; cat < $x', ['read /out/a']],
    ['x=../out; ls $x', ['list /out']],
    ['n=3; head -n $n a.js', ['read /p/a.js']],
  ])('what %s reads is known by the value', (source, places) => {
    expect(analyzeCommand(source, LOOKED_UP).isReadOnly).toBe(true);
    expect(placesOf(source)).toEqual(places);
  });

  test('a deny rule that is about another command is none about it', () => {
    const { commands } = analyzeCommand('X=a; cat a.js', LOOKED_UP);
    expect(commands.map(({ isUncertain }) => isUncertain)).toEqual([false, false]);
  });

  test.each([
    ['export FOO=1; cat a.js', false],
    ['export FOO=1 CI; npm test', false],
    ['declare FOO; cat a.js', false],
    ['shopt -s failglob; cat a.js', false],
    ['shopt -s nullglob; cat a.js', true],
    ['shopt -s dotglob; cat a.js', true],
    ['shopt -s expand_aliases; cat a.js', true],
    ['export PATH=/p; cat a.js', true],
    ['export BASH_ENV=a.js; cat a.js', true],
    ['export LD_PRELOAD=a.so; cat a.js', true],
    ['export -f cat; cat a.js', true],
    ['export "$x"; cat a.js', true],
    ['export FOO=1; alias cat=rm; cat a.js', true],
  ])('%s may run another command: %s', (source, isUncertain) => {
    expect(analyzeCommand(source, LOOKED_UP).commands.at(-1)?.isUncertain).toBe(isUncertain);
  });
});

describe('a search can be told to leave out names', () => {
  test.each([
    ['grep -rn x .', 'grep', 12],
    ['grep -rn x . 2>/dev/null | head', 'grep', 12],
    ['timeout 5 grep -r x src', 'grep', 23],
    ['grep -rn -- -x .', 'grep', 8],
    ['grep -rn x *', 'grep', 12],
    ['rg x', 'rg', 4],
    ['rg -n x src -g "*.ts"', 'rg', 21],
    ['git diff', 'git', 8],
    ['git --no-pager diff --cached -w', 'git', 31],
    ['git diff HEAD~2..HEAD', 'git', 21],
    ['git diff -- src', 'git', 15],
    ['git diff src/c.ts', 'git', 17],
    ['git diff main...HEAD', 'git', 20],
    ['git diff HEAD@{1} src', 'git', 21],
    ['git show HEAD -- src', 'git', 20],
    ['git grep -n x src', 'git', 17],
    ['echo "$(grep -r x .)"', 'grep', 19],
  ])('%s', (source, by, at) => {
    const found = analyzeCommand(source, LOOKED_UP).commands.flatMap(({ files }) =>
      files.flatMap(({ leavesOut }) => leavesOut ?? []),
    );
    expect(found[0]).toMatchObject({ by, at });
  });

  test.each([
    ['git diff', []],
    ['git diff HEAD~2 @^', []],
    ['git diff HEAD -- main', []],
    ['git diff src/c.ts', []],
    ['git diff ../gone ./gone', []],
    ['git diff -S main -O src', []],
    ['git diff main', [13]],
    ['git diff 4b825dc abc1234', [16, 24]],
    ['git diff 4b825dc..abc1234', [16, 25]],
    ['git diff ^main dev~1', [14]],
    ['git diff main...HEAD', [13]],
    ['git diff ..v1.2 src', [15]],
    ['git diff HEAD@{1} src', [17]],
    ['git diff src --', [12]],
    ['git diff v1-2-gabc1234^@ v1^-1', []],
  ])('what could be a tree in %s must be a commit', (source, commits) => {
    const found = analyzeCommand(source, LOOKED_UP).commands.flatMap(({ files }) =>
      files.flatMap(({ leavesOut }) => leavesOut ?? []),
    );
    expect(found[0]?.commits).toEqual(commits);
  });

  test.each([
    'git diff HEAD^{tree} main',
    'git diff abc1234^{}',
    'git diff HEAD:',
    "git diff 'abc1234'",
    'git diff "$(cat a.js)"',
    'for x in abc1234 HEAD; do git diff $x; done',
    'for x in HEAD abc1234; do git diff $x; done',
  ])('of %s, something may stay', (source) => {
    const files = analyzeCommand(source, LOOKED_UP).commands.flatMap((command) => command.files);
    expect(files.some(({ isTree, leavesOut }) => isTree && leavesOut === undefined)).toBe(true);
  });

  test.each([
    'grep -rn "$X" .',
    'grep -rn -e -- .',
    'grep -rn $X',
    'POSIXLY_CORRECT=1 grep -rn x .',
    'export POSIXLY_CORRECT=1; grep -rn x .',
    'grep() { :; }; grep -rn x .',
    'grep -rn --no-such-option x .',
    'rg x --iglob .env',
    "bash -c 'grep -r x .'",
    'xargs grep -r x .',
    'git diff HEAD:a.js main',
    'git diff main -S',
    'git show',
    'git log -p',
    'diff -r a b',
    'cat a.js',
  ])('not %s', (source) => {
    const { commands } = analyzeCommand(source, LOOKED_UP);
    expect(commands.flatMap(({ files }) => files.filter(({ leavesOut }) => leavesOut !== undefined))).toEqual(
      [],
    );
  });
});

describe('a file that is called as an option is one where a pattern makes it a word', () => {
  const inOptions: AnalysisContext = { ...LOOKED_UP, cwd: '/options' };
  const isPlainRead = (source: string, context: AnalysisContext): boolean => {
    const { isReadOnly, commands } = analyzeCommand(source, context);
    const files = commands.flatMap((command) => command.files);
    return isReadOnly && files.every(({ path, levels = 0 }) => path !== '/out/x' && levels !== Infinity);
  };

  test.each([
    'grep -rn x *',
    'grep x -r *',
    'ls *',
    'ls src *',
    'diff *',
    'for f in *; do grep -r x "$f"; done',
    "bash -c 'grep -rn x *'",
    'npm test; grep -rn x *',
    'sudo grep -rn x *',
    'wc *',
  ])('%s', (source) => {
    expect(isPlainRead(source, inOptions)).toBe(false);
  });

  test.each(['grep -rn x -- *', 'grep -rn x ./*', 'ls [a-z]*', 'ls -- *', 'cat a b', 'wc src/*', 'echo *'])(
    '%s: but not there',
    (source) => {
      expect(isPlainRead(source, inOptions)).toBe(true);
    },
  );

  test.each(['grep -rn x *', 'ls *', 'wc *'])('%s: nor where there is none', (source) => {
    expect(isPlainRead(source, { ...LOOKED_UP, cwd: '/p/src' })).toBe(true);
  });
});

describe('copies of what a pattern matches have its names', () => {
  test.each([
    ['cp [ab].js src', ['read /p/a.js', 'read /p/b.js', 'write /p/src/a.js', 'write /p/src/b.js']],
    ['cd /p && cp src/c* /p', ['read /p/src/c.ts', 'write /p/c.ts']],
  ] as const)('%s', (command, expected) => {
    const places = placesOf(command);
    for (const one of expected) expect(places).toContain(one);
    expect(places.filter((one) => one.startsWith('write') && one.includes('/**'))).toEqual([]);
  });

  // A link, a name that may be an option, a target that isn't known, and patterns on both sides.
  test.each(['cp link* src', 'cp /options/* src', 'cp *.js "$x"', 'cp *.js s*', 'make; cp *.js src'])(
    'not: %s',
    (command) => {
      const places = placesOf(command);
      expect(places.some((one) => one.startsWith('write') && /\?|\/\*\*/u.test(one))).toBe(true);
    },
  );
});
