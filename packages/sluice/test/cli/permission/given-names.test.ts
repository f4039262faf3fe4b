import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const judged = { mode: 'bypassPermissions', deny: ['Edit(sec/**)'] } as const;

/** Ways to have a program started with words that the line doesn't tell. */
const STARTING: readonly ((program: string) => string)[] = [
  (program) => `GIT_EXTERNAL_DIFF='${program}' git diff`,
  (program) => `env GIT_EXTERNAL_DIFF='${program}' git diff`,
  (program) => `export GIT_EXTERNAL_DIFF='${program}'; git diff`,
  (program) => `bash -c "GIT_EXTERNAL_DIFF='${program}' git diff"`,
  (program) => `git -c diff.external='${program}' diff`,
  (program) => `git config diff.external '${program}'; git diff`,
  (program) => `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=diff.external GIT_CONFIG_VALUE_0='${program}' git diff`,
  (program) => `GIT_CONFIG_PARAMETERS="'diff.external=${program}'" git diff`,
  (program) => `git difftool -y -x '${program}'`,
  (program) => `git difftool --extcmd='${program}'`,
  (program) => `git -c difftool.x.path='${program}' difftool -y -t x`,
  (program) => `git -c mergetool.x.cmd='${program}' mergetool -t x`,
  (program) => `git -c diff.x.textconv='${program}' log -p`,
  (program) => `git -c trailer.x.cmd='${program}' interpret-trailers --trailer x:sec/s`,
  (program) => `GIT_SSH_COMMAND='${program}' git fetch sec:x`,
  (program) => `git -c core.sshCommand='${program}' fetch sec:x`,
  (program) => `git -c core.gitProxy='${program}' fetch git://sec/x`,
  (program) => `git clone -u '${program}' ./sec x`,
  (program) => `git fetch --upload-pack='${program}' ./sec`,
  (program) => `git -c remote.o.receivepack='${program}' push o`,
  (program) => `git grep -O'${program}' x`,
  (program) => `GIT_PAGER='${program}' git grep -O x`,
  (program) => `git -c core.pager='${program}' grep --open-files-in-pager x`,
  (program) => `git send-email --to-cmd='${program}' p`,
  (program) => `make CC='${program}'`,
  (program) => `CC='${program}' make`,
  (program) => `./configure CC='${program}'`,
  (program) => `MAKEFLAGS='LD=${program.replaceAll(' ', String.raw`\ `)}' make`,
  (program) => `GOFLAGS='-toolexec=${program}' go build`,
  (program) => `go test -exec '${program}' ./...`,
  (program) => `CARGO_TARGET_X_RUNNER='${program}' cargo run`,
  (program) => `EDITOR='${program}' crontab -e`,
  (program) => `BROWSER='${program}' xdg-open sec/s`,
  (program) => `rsync -e '${program}' src sec:x`,
  (program) => `rg --pre '${program}' x`,
  (program) => `zip -T -TT '${program} {}' x.zip`,
  (program) => `fzf --preview '${program} {}'`,
  (program) => `fzf --bind 'enter:execute(${program} {+1})+abort'`,
  (program) => `ls | entr ${program} /_`,
];

const CHANGING = [
  'rm',
  'rm -f',
  '/bin/rm',
  'truncate -s0',
  'sed -i s/a/b/',
  'cp',
  'tee',
  'chmod 000',
  'shred',
];

describe.each(CHANGING)(
  '%s, started with names that the line does not tell, asks under deny Edit(sec/**)',
  (program) => {
    it.each(STARTING.map((line) => line(program)))('%s', (command) => {
      expect(verdict('Bash', command, judged)).toMatch(/^[?D]$/u);
    });
  },
);

// Of the last, nothing tells that it reads no list of the whole machine.
it.each(STARTING.slice(0, -1).map((line) => line('rm -f')))('%s runs where there is no rule', (command) => {
  expect(verdict('Bash', command, { mode: 'bypassPermissions' })).toBe('A');
});

it.each([
  'GIT_EXTERNAL_DIFF=difft git diff',
  'git difftool -x vimdiff',
  "git difftool -x 'code --wait --diff'",
  "GIT_SSH_COMMAND='ssh -i k -o IdentitiesOnly=yes' git fetch",
  "git -c core.sshCommand='ssh -i k' fetch",
  "rsync -e 'ssh -p 2222' src h:x",
  "GIT_EDITOR='sed -i s/a/b/' git commit --amend",
  'EDITOR=vim git commit',
  'EDITOR=vim crontab -e',
  "EDITOR='code --wait' git commit",
  'GIT_PAGER=cat git log',
  'CC=gcc make',
  "CC='ccache gcc' CXX='ccache g++' make -j8",
  'make CC=clang AR=llvm-ar STRIP=strip RANLIB=ranlib V=1',
  'RUSTC_WRAPPER=sccache cargo build',
  'go test -exec sudo ./...',
  'BROWSER=firefox xdg-open x',
  "zip -T -TT 'unzip -tqq' x.zip a",
  "fzf --preview 'bat --color=always {}' --bind 'ctrl-d:toggle-preview'",
  'ls *.c | entr -c make',
])('%s runs', (command) => {
  expect(verdict('Bash', command, judged)).toBe('A');
});

it.each([
  ...['lftp -e', 'lldb -o', 'gnuplot -e'].map((one) => `${one} '!rm sec/s'`),
  ...['lftp', 'ftp h', 'sftp h'].map((one) => `${one} <<< '!rm sec/s'`),
  "lftp -c 'open h; !rm sec/s; quit'",
  'zip -lf sec/log x.zip src',
  'zip x.zip -qlf sec/log src',
  'zip -lf log sec/x.zip src',
  'zip -qTT true sec/x.zip src',
])('deny Edit(sec/**): %s', (command) => {
  expect(verdict('Bash', command, judged)).toBe('D');
});
