import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'followed-')));

const FILES: Readonly<Record<string, string>> = {
  's.sh': '#!/bin/sh\necho start\nif true; then echo y > keep; rm x; fi\n',
  'outer.sh': '. ./s.sh\n',
  'home.sh': 'rm -rf ~\n',
  'read.sh': 'cat keep\n',
  'free.sh': 'cd "$1" && rm -rf "$2"/* && echo done > other\n',
  'broken.sh': 'if then "\n',
  's.py': '#!/usr/bin/env python3\nrm x\n',
  'plain.diff': '--- keep\n+++ keep\n@@ -1 +1 @@\n-a\n+b\n',
  'git.diff':
    'diff --git a/sub/keep b/sub/keep\nindex 1..2\n--- a/sub/keep\n+++ b/sub/keep\n@@ -1 +1 @@\n-a\n+b\n',
  'rename.diff': 'diff --git a/a b/keep\nsimilarity index 100%\nrename from a\nrename to keep\n',
  'binary.diff': 'diff --git a/keep b/keep\nGIT binary patch\nliteral 0\n',
  'thin.o': '!<thin>\n//                                              10        `\n/etc/a.o/\n',
  'plain.a': '!<arch>\n',
  'nested.a': '!<arch>\nt.a/            0           0     0     644     8         `\n!<thin>\n',
  // Its mark lies across two chunks of the search.
  'long.a': `!<arch>\n${'x'.repeat(1024 * 1024 - 12)}!<thin>\n`,
  'other.diff': '--- a/other\n+++ b/other\n@@ -1 +1 @@\n-keep\n+b\n',
};
const ACTIVATE = `# This file must be used with "source bin/activate" *from bash*
deactivate () {
    if [ -n "\${_OLD_VIRTUAL_PATH:-}" ] ; then
        PATH="\${_OLD_VIRTUAL_PATH:-}"
        export PATH
        unset _OLD_VIRTUAL_PATH
    fi
    hash -r 2> /dev/null
    if [ ! "\${1:-}" = "nondestructive" ] ; then
        unset -f deactivate
    fi
}
deactivate nondestructive
VIRTUAL_ENV="${cwd}/.venv"
export VIRTUAL_ENV
_OLD_VIRTUAL_PATH="$PATH"
PATH="$VIRTUAL_ENV/bin:$PATH"
export PATH
if [ -z "\${VIRTUAL_ENV_DISABLE_PROMPT:-}" ] ; then
    _OLD_VIRTUAL_PS1="\${PS1:-}"
    PS1="(.venv) \${PS1:-}"
    export PS1
fi
hash -r 2> /dev/null
`;
for (const name of ['.venv', 'moved', 'changed']) mkdirSync(join(cwd, name, 'bin'), { recursive: true });
writeFileSync(join(cwd, '.venv/bin/activate'), ACTIVATE);
writeFileSync(join(cwd, '.venv/bin/tool'), '#!/bin/sh\nrm x\n');
writeFileSync(join(cwd, 'moved/bin/activate'), ACTIVATE);
writeFileSync(join(cwd, 'changed/bin/activate'), `${ACTIVATE.replaceAll('.venv', 'changed')}make\n`);
mkdirSync(join(cwd, 'sub'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
for (const name of ['s.sh', 'home.sh', 's.py']) chmodSync(join(cwd, name), 0o755);
symlinkSync('/bin/rm', join(cwd, 'q'));

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const bypass = { mode: 'bypassPermissions', cwd } as const;

/** Anywhere: the directory is none of the project's. */
const KEEP = 'Edit(//**/keep)';

describe('what a command follows is seen by deny rules', () => {
  it.each([
    'bash s.sh',
    './s.sh',
    'bash < s.sh',
    'bash -e s.sh now',
    'bash s.sh -c',
    'bash s.sh -n',
    'bash s.sh "$x"',
    'bash -n +n s.sh',
    'bash -o errexit s.sh -c',
    'source s.sh',
    'sudo sh ./s.sh',
    'true && timeout 5 ./s.sh',
    'bash outer.sh',
    'BASH_ENV=s.sh bash -c :',
    'patch -i plain.diff',
    'patch < plain.diff',
    'patch --input=plain.diff -p0',
    'patch -p1 < git.diff',
    'git apply git.diff',
    'git apply rename.diff',
    'git apply binary.diff',
    'git am git.diff',
    "git apply <<'E'\n--- a/keep\n+++ b/keep\n@@ -1 +1 @@\n-a\n+b\nE\n",
    "printf 'w keep\\nq\\n' | ed -s other",
    "ed other <<< '1,2w keep'",
  ])('deny Edit(keep): %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [KEEP] })).toBe('D');
  });

  it.each(['bash s.sh', './s.sh', 'bash outer.sh', 'env ./s.sh', './q x'])(
    'deny Bash(rm *): %s',
    (command) => {
      expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).toBe('D');
    },
  );

  it.each([
    'patch -p1 < absent.diff',
    'git apply "$p"',
    'cat git.diff | patch -p1',
    'patch -d sub -p1 < git.diff',
  ])('what can not be read asks: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [KEEP] })).toBe('?');
  });

  it('deny Read(keep): bash read.sh, which no sandbox keeps from it', () => {
    expect(
      verdict('Bash', 'bash read.sh', { ...bypass, directories: [cwd], deny: ['Read(//**/keep)'] }),
    ).toBe('D');
  });

  it.each(['bash home.sh', './home.sh'])('a critical removal in a script asks: %s', (command) => {
    expect(verdict('Bash', command, bypass)).toBe('?');
  });

  it.each([
    'bash free.sh a b',
    'bash -n s.sh',
    'sh -en ./s.sh',
    'bash broken.sh',
    'bash absent.sh',
    './s.py',
    'git apply other.diff',
    'patch -p1 < other.diff',
    'git apply --check git.diff',
    'patch --dry-run -p1 < git.diff',
    "ed other <<< '1p'",
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [KEEP, 'Bash(rm x*)'] })).toBe('A');
  });

  it('an allow rule for a script covers all that no rule denies', () => {
    const allow = ['Bash(bash free.sh *)', 'Bash(bash s.sh)'];
    expect(verdict('Bash', 'bash free.sh a b', { cwd, allow })).toBe('A');
    expect(verdict('Bash', 'bash s.sh', { cwd, allow })).toBe('A');
  });
});

const DENIED: readonly (readonly [string, string])[] = [
  ['Bash(rm *)', "echo 'rm f' > s; sh s"],
  ['Bash(rm *)', "printf '#!/bin/sh\nrm f\n' > s; chmod +x s; ./s"],
  ['Bash(rm *)', "echo 'rm f' | tee s; bash s"],
  ['Bash(rm *)', "cat > s <<< 'rm f'; bash s"],
  ['Bash(rm *)', "cat > s.sh <<'E'\nrm f\nE\nchmod +x s.sh && ./s.sh"],
  ['Bash(rm *)', "echo 'echo x > other; rm f' > s && bash < s"],
  ['Bash(rm *)', "{ echo 'if true; then'; echo 'rm f; fi'; } > s; sh s"],
  ['Bash(rm *)', "echo 'if true; then' > s; echo 'rm f; fi' >> s; sh s"],
  ['Bash(rm *)', "echo 'rm f' > t; cp t s; sh s"],
  ['Bash(rm *)', "echo 'rm f' > sub/t; mv sub/t .; sh ./t"],
  ['Bash(rm *)', 'cp s.sh copy; sh copy'],
  ['Bash(rm *)', "install -m755 /dev/stdin s <<< 'rm f'; ./s"],
  ['Bash(rm *)', "uniq - s <<< 'rm f'; sh s"],
  ['Bash(rm *)', "cp /dev/stdin s <<< 'rm f'; sh s"],
  ['Bash(rm *)', "cd sub && echo 'rm f' > s; sh ../sub/s"],
  ['Bash(rm *)', "echo 'rm f' > s; bash -c 'sh s'"],
  ['Bash(rm *)', "echo 'rm f' > s; BASH_ENV=s bash -c :"],
  ['Bash(rm *)', "f() { sh s; }; echo 'rm f' > s; f"],
  ['Bash(rm *)', "for i in 1 2; do sh s; echo 'rm f' > s; done"],
  ['Bash(rm *)', "echo 'echo rm f > t; sh t' > s; sh s"],
  ['Bash(rm *)', 'echo \'rm f\' > "$X"; sh s'],
  [KEEP, "echo 'echo x > keep' > s; sh s"],
  ['Read(//**/hid)', "echo 'cat hid' > s; sh s"],
  [KEEP, "cat > p <<'E'\n--- a/keep\n+++ b/keep\n@@ -1 +1 @@\n-new\n+evil\nE\npatch -p1 < p"],
  [KEEP, "cat > p <<'E'\n--- a/keep\n+++ b/keep\n@@ -1 +1 @@\n-new\n+evil\nE\ngit apply p"],
  [KEEP, 'cp git.diff p; git apply p'],
];

/** Where what is written isn't known. */
const MADE = [
  "sed -n 'w s' <<< 'rm f'; sh s",
  `awk '{print > "s"}' <<< 'rm f'; sh s`,
  'xxd -r -p - s <<< 726d2066; sh s',
  "split -l 9 - s <<< 'rm f'; sh saa",
  'openssl base64 -d -out s <<< cm0gZgo=; sh s',
  "iconv -o s <<< 'rm f'; sh s",
  "ed -s s <<< $'a\nrm f\n.\nw\nq'; sh s",
  "find . -maxdepth 0 -fprintf s 'rm f'; sh s",
];

describe('a script that the line itself writes', () => {
  it.each(MADE)('deny Bash(rm *): %s is not allowed', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).not.toBe('A');
  });

  it.each(['gcc -o a.out a.c; ./a.out', 'sed -i s/a/b/ conf; npm test', `awk '{print > "s"}' f; cat s`])(
    'deny Bash(rm *): %s runs',
    (command) => {
      expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm *)'] })).toBe('A');
    },
  );

  it.each(DENIED)('deny %s: %s', (rule, command) => {
    expect(verdict('Bash', command, { ...bypass, deny: [rule] })).toBe('D');
  });

  it.each([
    'base64 -d blob > s; sh s',
    'base64 -d blob > s; chmod +x s; ./s',
    'sed -i s/a/b/ s.py; sh s.py',
    'echo "$(cat x)" > s; sh s',
    'cp absent s; sh s',
    "printf 'rm f; if then' > s; sh s",
  ])('asks where its text is not known: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(dd *)'] })).toBe('?');
  });

  it.each([
    'gcc -o app app.c && ./app',
    'make > log 2>&1; ./free.sh a b',
    'cp /bin/ls app; ./app',
    "echo 'echo x' > s; sh s",
    "cat > s.py <<'E'\nimport os\nE\npython3 s.py",
    'chmod +x free.sh && ./free.sh a b',
    'git checkout main && ./free.sh a b',
    'shellcheck free.sh && sh free.sh a b',
    './free.sh a b > "$LOG"',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(dd *)'] })).toBe('A');
  });

  it.each([
    './free.sh',
    'cd sub; bash ../free.sh a',
    "echo 'rm -rf ~' > s; sh s",
    "echo 'rm -rf ~' > s.sh && bash s.sh",
    'cat > s.sh <<E\nrm -rf /\nE\nsh s.sh',
  ])('a critical removal asks: %s', (command) => {
    expect(verdict('Bash', command, bypass)).toBe('?');
  });
});

describe('files that a file names are read, too', () => {
  it.each([
    'nm thin.o',
    'objdump -s thin.o',
    'objdump -s nested.a',
    'objdump -t long.a',
    'size ./thin.o',
    'readelf -a thin.o',
    'iconv -f /etc/charmap s.sh',
    'iconv -t ./s.sh s.py',
  ])('asks: %s', (command) => {
    expect(verdict('Bash', command, { cwd, directories: [cwd] })).toBe('?');
  });

  it.each([
    'nm plain.a',
    'nm s.sh',
    'size absent.a',
    'objdump -d s.sh',
    'iconv -f latin1 -t ascii//TRANSLIT//IGNORE s.sh',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, { cwd, directories: [cwd] })).toBe('A');
  });
});

describe('what a line writes for a program of a project is what that program runs', () => {
  const judged = { ...bypass, deny: ['Edit(//**/sec/**)'] } as const;
  const withRecipe = (recipe: string): readonly string[] => [
    `printf 'a:\\n\\t${recipe}\\n' > Makefile && make`,
    `printf 'a: b\\nb:\\n\\t${recipe}\\n' > Makefile && make`,
    `printf 'a:\\n\\techo x\\nb:\\n\\t${recipe}\\n' > Makefile && make b`,
    `printf 'a:\\n\\t$(MAKE) b\\nb:\\n\\t${recipe}\\n' > makefile; make`,
    `printf 'a:\\n\\t${recipe}\\n' | tee Makefile; make -j4 "$x"`,
    `echo 'a:; ${recipe}' > x.mk; make -f x.mk`,
    `cat <<'X' > Makefile\nX := $(shell ${recipe})\nX\nmake`,
    `echo '{"scripts":{"test":"${recipe}"}}' > package.json && npm test`,
    `echo '{"scripts":{"pretest":"${recipe}"}}' > package.json && npm t`,
    `echo '{"scripts":{"postinstall":"${recipe}"}}' > package.json && npm ci`,
    `echo '{"scripts":{"test":"npm run b","b":"${recipe}"}}' > package.json && yarn test`,
    `echo '{"scripts":{"b":"${recipe}"}}' > package.json && pnpm "$x"`,
    `printf 'a:\\n  ${recipe}\\n' > justfile && just`,
    `printf '#!/bin/sh\\n${recipe}\\n' > .git/hooks/pre-commit && git commit -m x`,
  ];

  it.each([
    ...withRecipe('rm sec/s'),
    ...withRecipe('rm -rf sec'),
    "mkdir -p d; echo 'a:; rm ../sec/s' > d/Makefile; make -C d",
    `echo '{"scripts":{"test":"rm ../sec/s"}}' > d/package.json && npm --prefix d test`,
    "echo 'rm -rf sec' > x.sh; sh x.sh",
    "echo 'rm -rf sec/*' > x.sh; sh x.sh",
  ])('denied: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('D');
  });

  it.each([
    ...withRecipe('rm -rf build'),
    "printf 'a:\\n\\techo x\\nclean:\\n\\trm -rf sec\\n' > Makefile && make",
    `echo '{"scripts":{"test":"jest","clean":"rm -rf sec"}}' > package.json && npm test`,
    `echo '{"scripts":{"clean":"rm -rf sec"}}' > package.json && npm install`,
    "echo 'rm -f sec/*.o' > x.sh; sh x.sh",
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  });
});

describe('a recipe that the line changes is unknown text', () => {
  const judged = { ...bypass, deny: ['Edit(sec/**)', 'Bash(rm:*)'] } as const;
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'recipes-')));
  const inProject: Readonly<Record<string, string>> = {
    Makefile: '-include extra.mk\ninclude $(D)/*.mkd\nall:\n\techo x\n',
    'run.sh': 'cat x\n',
    'p.diff': '--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-cat x\n+rm x\n',
    'package.json': '{"scripts":{"test":"node t.js"}}',
  };
  for (const [name, text] of Object.entries(inProject)) writeFileSync(join(project, name), text);
  afterAll(() => rmSync(project, { recursive: true, force: true }));
  const decided = (command: string) => verdict('Bash', command, { ...judged, cwd: project });

  it.each([
    'sed s/a/b/ Makefile.in > Makefile && make',
    'sed -i s/echo/rm/ Makefile; make',
    "sed -i 's/a/b/' *file; make",
    "find . -name 'Make*' -exec sed -i s/a/b/ {} +; make",
    'printf \'.SHELLFLAGS = -c "rm x"\\nall:\\n\\ttrue\\n\' > Makefile; make',
    "printf 'SHELL = /bin/rm\\nall:\\n\\tx\\n' > Makefile; make",
    "printf 'all: SHELL=/bin/rm\\nall:\\n\\tx\\n' > Makefile; make",
    "printf 'all:\\n\\t$(eval X=rm)\\n\\t$(X) x\\n' > Makefile; make",
    "printf 'all:\\n\\t$(X) x\\n' > Makefile; X=$y make",
    "printf 'X=echo\\nall:\\n\\t$(X) y\\n' > o.mk; make -f o.mk X=touch",
    "printf 'include o.mk\\n' > Makefile; printf 'all:\\n\\techo x\\n' > o.mk; make",
    "echo 'RM = rm' >> Makefile; make",
    'sed -i s/a/b/ extra.mk; make',
    'sed -i s/a/b/ lib/some.mkd; make',
    'sed -i s/x/y/ o.mk; MAKEFILES=o.mk make',
    'sed -i s/x/y/ build.ninja; ninja',
    "printf 'subninja o.ninja\\n' > build.ninja; ninja",
    'sed -i s/x/y/ justfile; just',
    'sed -i s/x/y/ Taskfile.yml; task',
    "npm pkg set scripts.x='rm x'; npm run x",
    "npm set-script x 'rm x'; npm run x",
    "jq '.scripts.x=1' package.json > t && mv t package.json; npm run x",
    "sed -i 's/node t.js/rm x/' package.json; npm test",
    "echo 'script-shell=/bin/rm' > .npmrc; npm test",
    'sed -i s/x/y/ .git/hooks/pre-commit; git commit -m x',
    'patch -p1 < p.diff; ./run.sh',
    'patch -p1 < p.diff; bash run.sh',
    'git apply p.diff; ./run.sh',
    'git apply p.diff && sh run.sh',
    'cp absent run.sh; ./run.sh',
    'sed -i s/cat/rm/ *.sh; sh run.sh',
    "sed -i s/cat/rm/ run.sh; bash -c './run.sh'",
    'curl -so tool https://e.x/tool; chmod +x tool; ./tool',
    'printf \'"$1" x\\n\' > s.sh; sh s.sh rm',
  ])('asks: %s', (command) => {
    expect(decided(command)).toBe('?');
  });

  it.each([
    "printf 'clean:\\n\\t$(RM) x\\n' > Makefile; make clean",
    "printf 'all:\\n\\trm x\\n' > extra.mk; make",
    "printf 'all:\\n\\trm x\\n' > o.mk; MAKEFILES=o.mk make",
    "printf 'all:\\n\\trm x\\n' > o.mk; export MAKEFILES=o.mk; make",
    "printf 'all:\\n\\trm x\\n' > o.mk; make MAKEFILES=o.mk",
    "printf 'rule r\\n command = rm $in\\nbuild a: r\\n' > build.ninja; ninja",
    "printf 'rule r\\n command = rm x\\n' > o.ninja; ninja -f o.ninja",
    'make SHELL=/bin/rm',
    `make SHELL='sh -c "rm x"'`,
    `make .SHELLFLAGS='-c "rm x;"'`,
  ])('denied: %s', (command) => {
    expect(decided(command)).toBe('D');
  });

  it.each([
    'make',
    'sed -i s/a/b/ conf; npm test',
    'sed -i s/a/b/ *.js && npm test',
    "find . -name '*.ts' -exec sed -i s/a/b/ {} + && npm test",
    "printf 'CC=gcc\\nall: a.o\\n\\t$(CC) -o a a.o\\n' > new.mk; make -f new.mk",
    "echo 'more: ; echo x' >> Makefile; make more",
    'npm pkg set type=module && npm test',
    "npm pkg set scripts.x='node y'",
    "echo 'registry=https://r.x' > .npmrc; npm ci",
    'make SHELL=/bin/bash',
    "make .SHELLFLAGS='-eu -o pipefail -c'",
    'cp /bin/ls app && ./app',
    'git checkout main && make',
  ])('runs: %s', (command) => {
    expect(decided(command)).toBe('A');
  });
});

describe('a virtual environment of Python that a line goes into', () => {
  const inEdits = (command: string, ...allow: readonly string[]) =>
    verdict('Bash', command, { mode: 'acceptEdits', cwd, directories: [cwd], allow });

  it.each([
    '. .venv/bin/activate && pytest',
    'source .venv/bin/activate; pytest -q',
    '. ./.venv/bin/activate && pytest x.py',
  ])('needs no rule of its own: %s', (command) => {
    expect(inEdits(command, 'Bash(pytest:*)')).toBe('A');
    expect(verdict('Bash', command, { ...bypass, deny: ['Bash(rm:*)', 'Read(.env)'] })).toBe('A');
  });

  it.each([
    '. changed/bin/activate && pytest',
    '. moved/bin/activate && pytest',
    '. missing/bin/activate && pytest',
    "echo 'make' > .venv/bin/activate; . .venv/bin/activate; pytest",
    '. .venv/bin/activate; echo make > .venv/bin/activate; . .venv/bin/activate; pytest',
    'for i in 1 2; do . .venv/bin/activate; echo make > .venv/bin/activate; done',
    'cd sub; . .venv/bin/activate && pytest',
    '. .venv/bin/activate now && pytest',
    '. "$x/bin/activate" && pytest',
    // What is there may be found before the program of that name.
    '. .venv/bin/activate && cat notes',
  ])('asks: %s', (command) => {
    expect(inEdits(command, 'Bash(pytest:*)')).toBe('?');
  });

  it('has no program of the system hidden behind a rule', () => {
    expect(inEdits('. .venv/bin/activate && grep x y', 'Bash(grep:*)')).toBe('A');
    writeFileSync(join(cwd, '.venv/bin/grep'), '');
    expect(inEdits('. .venv/bin/activate && grep x y', 'Bash(grep:*)')).toBe('?');
  });

  it('shows the scripts that are found there', () => {
    const deny = ['Bash(rm:*)'];
    expect(verdict('Bash', '. .venv/bin/activate && tool', { ...bypass, deny })).toBe('D');
  });
});
