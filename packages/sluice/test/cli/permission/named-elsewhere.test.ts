import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

/** Files that no operand names: variables, options and backups do. */
const judged = {
  mode: 'bypassPermissions',
  deny: ['Edit(sec/**)', 'Read(.env)', 'Bash(rm:*)'],
  files: createMemoryFiles({
    contents: new Map([
      ['/p/.env', ''],
      ['/p/sec/key', ''],
      ['/p/x', ''],
      ['/p/src/a.js', ''],
    ]),
    links: new Map(),
  }),
} as const;

describe('variables that name outputs, inputs or code', () => {
  it.each([
    'TMPDIR=sec mktemp',
    'TMPDIR=$PWD/sec mktemp',
    'D=sec; TMPDIR=$D mktemp',
    'TMPDIR=$x mktemp',
    'export TMPDIR=sec; mktemp',
    'TMPDIR=sec; mktemp',
    'env TMPDIR=sec mktemp',
    "env -S 'TMPDIR=sec mktemp'",
    "bash -c 'TMPDIR=sec mktemp'",
    'declare -x TMPDIR=sec; mktemp',
    'TAPE=.env tar t',
    'HISTFILE=sec/x; history -w',
    'LD_PROFILE_OUTPUT=sec LD_PROFILE=libc.so.6 ls',
    'LD_DEBUG=all LD_DEBUG_OUTPUT=sec/x ls',
    'LD_PRELOAD=sec/x.so ls',
    'NODE_V8_COVERAGE=sec node t.js',
    "NODE_OPTIONS='--require ./.env' node t.js",
    "NODE_OPTIONS='--import data:text/javascript,0' node t.js",
    'PYTHONSTARTUP=.env python3 -i',
    'PYTHONPATH=sec python3 a.py',
    '_JAVA_OPTIONS=-Xlog:gc:sec/x java A',
    'JAVA_TOOL_OPTIONS=-XX:ErrorFile=sec/x java A',
    "JAVA_TOOL_OPTIONS='-XX:OnError=rm x' java A",
    'JDK_JAVA_OPTIONS=@.env java A',
    "GREP_OPTIONS='-f .env' grep x src/a.js",
    'RIPGREP_CONFIG_PATH=.env rg x src',
    'RUBYOPT=-r./.env ruby a.rb',
    'PERL5DB=\'BEGIN{unlink "x"}\' perl -d a.pl',
    'GIT_OBJECT_DIRECTORY=sec git hash-object -w x',
    'HOME=sec git config --global a.b c',
    'npm_config_cache=sec npm i',
    'ASAN_OPTIONS=log_path=sec/x ./prog',
    'OUT=sec/x ./prog',
    'export OUT=sec; npm test',
    'OUT=sec; export OUT; npm test',
    'make install DESTDIR=sec',
    'cmake -DCMAKE_INSTALL_PREFIX:PATH=sec .',
    "CLEANER='rm -f' ./prog",
    "env 'BASH_FUNC_ls%%=() { rm x; }' bash -c ls",
    'SIMPLE_BACKUP_SUFFIX=/../sec/k cp -b src/a.js x',
  ])('asks: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('?');
  });

  it.each([
    'FOO=1 npm test',
    'API_URL=http://localhost:3000/x npm test',
    'DATABASE_URL=postgres://localhost/sec npm test',
    'NODE_ENV=test npx jest',
    'APP_ENV=sec npm test',
    'CONFIG=config/dev.json npm start',
    'NODE_OPTIONS="$NODE_OPTIONS --max-old-space-size=4096" npm run build',
    'NODE_OPTIONS=--max-old-space-size=4096 npm run build',
    'PYTHONPATH=.:src pytest',
    'TMPDIR=/tmp npm test',
    'TMPDIR=$(mktemp -d) npm test',
    'HOME=$(mktemp -d) npm test',
    'LD_LIBRARY_PATH=/usr/lib:./lib ./prog',
    'XZ_OPT=-9 tar cJf a.txz src',
    'dir=sec; ls "$dir"',
    'PREFIX=/tmp/x make install',
    "MESSAGE='remove rm of x' node t.js",
    'cmake -S . -B build -DCMAKE_BUILD_TYPE=Release',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  });
});

describe('where backups come to lie', () => {
  it.each([
    'patch -b -B sec/ x p.diff',
    'patch -bB sec/ x p.diff',
    'patch --prefix=sec/ -b x p.diff',
    'patch -b -Y sec/ x p.diff',
    'patch --basename-prefix sec/ x p.diff',
    'patch -b -Bsec/ < p.diff',
    'patch -o sec/x x p.diff',
    'patch -rsec/x x p.diff',
    "perl -i'../p/sec/*' -pe 1 x",
    'perl -isec/* -pe 1 x',
    'sed -isec/* s/a/b/ x',
    'sed --in-place=sec/* s/a/b/ x',
    "ruby -i'sec/*' -pe 1 x",
    'awk -i inplace -v inplace::suffix=/../sec/k 1 x',
    'gawk -i inplace -v INPLACE_SUFFIX=/../sec/k 1 x',
    'cp -b -S /../sec/k src/a.js x',
    'mv --backup --suffix=/../sec/k src/a.js x',
    'ln -sf -b -S/../sec/k src/a.js x',
    'install -b -S /../sec/k src/a.js x',
  ])('denied: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('D');
  });

  it.each(['patch -b -z /../sec/k x p.diff', 'patch --suffix=sec/k x p.diff'])('asks: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('?');
  });

  it.each(['patch -b -z .orig x p.diff', 'sed -i.bak s/a/b/ x', 'perl -pi.bak -e 1 x', 'cp -b src/a.js x'])(
    'runs: %s',
    (command) => {
      expect(verdict('Bash', command, judged)).toBe('A');
    },
  );
});

describe('what cmake and ctest write', () => {
  it.each([
    'cmake -E tar cf sec/x.tar src',
    'cmake -E tar c sec/x.tar src',
    'cmake -E tar cf a.tar .env',
    'cmake -E create_symlink x sec/l',
    'cmake -E create_hardlink .env h',
    'cmake -E sha512sum .env',
    'cmake -E compare_files --ignore-eol x .env',
    'cmake -E copy -t sec x',
    'cmake -E copy_if_newer .env x',
    'cmake -E copy_directory src sec',
    'cmake -E rename --no-replace .env x',
    'cmake -E touch_nocreate sec/a',
    'cmake -E chdir src cmake -E cat ../.env',
    'cmake -E chdir sec cmake -E touch a',
    'cmake -E rm x',
    'cmake -E env rm x',
    'cmake --trace-redirect=sec/x .',
    'cmake --trace-redirect sec/x .',
    'cmake --graphviz=sec/x .',
    'cmake --install build --prefix sec',
    'cmake -P .env',
    'ctest -O sec/x',
    'ctest --output-log=sec/x',
    'ctest --output-junit sec/x',
    'ctest -S .env',
  ])('denied: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('D');
  });

  it.each([
    'cmake -E tar xf a.tar',
    'cmake -E rename sec s2',
    'cmake -E copy_directory . out',
    'cmake -E create_symlink sec l; cat l/key',
    'cmake -E chdir "$d" cmake -E cat ../.env',
    'cmake -E cmake_link_script link.txt',
    'cmake -E cmake_symlink_library x sec/a sec/b',
    'cmake -E vs_link_exe --intdir=a --manifests x -- rm x',
    'cmake -E __run_co_compile --launcher=rm --source=x -- cc x',
    'cmake -E "$c" .env',
  ])('asks: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('?');
  });

  it.each([
    'cmake -E tar cf a.tar src',
    'cmake --build build --target all -j4',
    'ctest --test-dir build --output-on-failure -j4',
    'cmake -E env OUT=x ./prog',
    'cmake -E copy src/a.js out.js',
    'cmake -E copy_directory src out',
    'cmake -E compare_files x src/a.js',
    'cmake -E make_directory build',
    'cmake -E chdir src cat a.js',
    'cmake -E echo rm x',
    'cmake -E sleep 1',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  });
});

describe('addresses with which git runs a command', () => {
  it.each([
    "git remote-ext x 'rm x'",
    "git-remote-ext x 'rm x'",
    "git -c protocol.ext.allow=always clone 'ext::rm x'",
    "GIT_ALLOW_PROTOCOL=ext git clone 'ext::rm x' y",
    "GIT_CONFIG_PARAMETERS=\"'remote.o.url'='ext::rm x'\" git fetch o",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.o.url GIT_CONFIG_VALUE_0='ext::rm x' git fetch o",
    "git submodule--helper foreach 'rm x'",
    'git daemon --access-hook=rm --base-path=.',
    'git instaweb --httpd=rm',
  ])('denied: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('D');
  });

  it.each([
    "git remote-ext x 'rm% x'",
    'git remote-ext x "$u"',
    "git remote-ext x 'git-upload-pack /srv/x'",
    "git -c url.ext::.insteadOf=z: clone 'z:rm x'",
    "git -c remote.o.vcs=ext -c remote.o.url='rm x' fetch o",
    // The address may be in the settings of the repository.
    'git -c protocol.ext.allow=always fetch',
    'git -c protocol.allow=always fetch',
    'git config protocol.ext.allow always',
    'GIT_ALLOW_PROTOCOL=https:ext git fetch',
    'GIT_ALLOW_PROTOCOL=$p git fetch',
  ])('asks: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('?');
  });

  it.each([
    'git remote-fd x 17',
    'git -c protocol.ext.allow=never fetch',
    'git -c url.https://x/.insteadOf=z: fetch',
    'GIT_ALLOW_PROTOCOL=file:https git fetch',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, judged)).toBe('A');
  });

  it('sees what runs in each repository', () => {
    const deny = ['Bash(git clean:*)'];
    expect(verdict('Bash', 'git for-each-repo --config=a.b clean -f', { ...judged, deny })).toBe('D');
    expect(verdict('Bash', 'git for-each-repo --config a.b fetch', { ...judged, deny })).toBe('A');
  });
});

describe('what no call may read', () => {
  const sealed = [{ path: '/s', isUnreadable: true, holds: 'secrets' }];

  it.each([
    'cmake -E cat /s/key',
    'cmake -E env cat /s/key',
    'cmake -E copy /s/key x',
    'cmake -E tar cf a.tar /s/key',
    'xz --files=/s/key',
    'xz -dc --files0=/s/key',
  ])('denied: %s', (command) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions', sealed })).toBe('D');
  });
});
