import { describe, expect, it } from 'vitest';
import { EVERY_MODE } from './expect-rows.ts';
import { CWD, HOME, LISTED_HOME, verdict } from './judge.ts';

/** What may be the home of commands, whatever that of Sluice is: none of them is a child of the root or holds `/p`. */
const COMMAND_HOMES = ['/elsewhere/deep/er', '/tmp/h/o', `${HOME}/a/b`, ''];

/** Removals of the home directory as commands name it. */
const BY_NAME = [
  'rm -rf ~',
  'rm -rf ~/',
  'rm -rf ~/.',
  'rm -rf ~/*',
  'rm -rf ~root',
  'rm -rf $HOME',
  'rm -rf $HOME/',
  'rm -rf $HOME/*',
  'rm -rf ${HOME}',
  'rm -rf "$HOME"',
  'rm -rf "$HOME"/',
  'rm -rf "$HOME"/*',
  'rm -rf "${HOME}"',
  'rm -rf ${HOME:?}',
  'rm -rf "${HOME:?}"/*',
  'rm -rf ${HOME%/}',
  'rm -rf {~,x}',
  'rm -fr -- ~',
  'rm --no-such-option -r ~',
  'sudo rm -rf ~',
  "bash -c 'rm -rf ~'",
  'bash -c \'rm -rf "$1"\' _ ~',
  'HOME=/x rm -rf ~',
  'HOME=/x; rm -rf ~',
  'export HOME=/x; rm -rf "$HOME"',
  'cd ~ && rm -rf *',
  'cd && rm -rf ./*',
  'cd ~ && rm -rf .',
  'find ~ -delete',
  'find "$HOME" -delete',
  'find ~ -exec rm -rf {} +',
  'mv ~ /tmp/gone',
  'unlink ~',
  'x=~; rm -rf $x',
  'echo "$(rm -rf ~)"',
];

const NOT_CRITICAL = ['rm -rf ~/x/y', "rm -rf './~'", "rm -rf '$HOME'", 'rm -rf ./x~', 'rm -rf $HOMEDIR/x/y'];

/** Where no home is known, an assigned `~` isn't either. */
const ONLY_WITH_HOME = new Set(['x=~; rm -rf $x', 'bash -c \'rm -rf "$1"\' _ ~']);

describe('removals of the home directory', () => {
  const rows = COMMAND_HOMES.flatMap((commandHome) =>
    BY_NAME.filter((command) => commandHome !== '' || !ONLY_WITH_HOME.has(command)).map((command) => ({
      commandHome,
      command,
    })),
  );

  it.each(rows)('$command asks in bypassPermissions where HOME is "$commandHome"', (row) => {
    const { commandHome, command } = row;
    expect(verdict('Bash', command, { commandHome, mode: 'bypassPermissions' })).toBe('?');
  });

  it.each([
    ['rm -rf ~/Documents', '?'],
    ['rm -rf ~/x ~/.ssh', '?'],
    ['rm -rf "$HOME"/Pictures/', '?'],
    ['rm -rf ~/.config/*', '?'],
    ['mv ~/.gnupg /tmp/gone', '?'],
    ['cd ~ && rm -rf Desktop', '?'],
    ['rsync -a --delete a/ ~/', '?'],
    ['rsync -a a/ "$HOME" --delete-after', '?'],
    ['rsync -a a/ ~/', 'A'],
    ['rsync -an --delete a/ ~/', 'A'],
    ['rsync -a --delete a/ b/', 'A'],
    ['rsync -a --delete a/ host:', 'A'],
    ['rm -rf ~/Documents/old', 'A'],
    ['rm -rf ~/.ssh/known_hosts', 'A'],
    ['rm -rf ~/Downloads/*.tmp', 'A'],
    ['rm -rf ~/.cache', 'A'],
    ['rm -rf ./Documents', 'A'],
  ] as const)('%s in bypassPermissions: %s', (command, expected) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions' })).toBe(expected);
  });

  it.each([
    ["HOME=/ bash -c 'rm -rf ~/etc'", '?'],
    ["env HOME=/ sh -c 'rm -rf ~/etc'", '?'],
    ["env -i HOME=/ sh -c 'rm -rf ~/etc'", '?'],
    [`env -S "HOME=/ sh -c 'rm -rf ~/etc'"`, '?'],
    ["export HOME=/; bash -c 'rm -rf ~/etc'", '?'],
    ["HOME=/; bash -c 'rm -rf ~/etc'", '?'],
    ['HOME=/; rm -rf ~/etc', '?'],
    ["bash -c 'HOME=/; rm -rf ~/etc'", '?'],
    ["declare -x HOME=/; bash -c 'rm -rf ~/etc'", '?'],
    ["HOME=/ bash <<< 'rm -rf ~/etc'", '?'],
    ['HOME=/ bash <<E\nrm -rf ~/etc\nE', '?'],
    ["echo 'rm -rf ~/etc' | HOME=/ sh", '?'],
    ["HOME=/ eval 'rm -rf ~/etc'", '?'],
    ["HOME=/ bash -c 'cd; rm -rf etc'", '?'],
    ['export HOME=/; cd; rm -rf etc', '?'],
    ["sudo HOME=/ sh -c 'rm -rf ~/etc'", '?'],
    ["echo 'rm -rf ~/etc' > x.sh; HOME=/ bash x.sh", '?'],
    ["echo 'HOME=/; rm -rf ~/etc' > x.sh; bash x.sh", '?'],
    ["HOME=/a/.. bash -c 'rm -rf ~/etc'", '?'],
    ["HOME=~/.. bash -c 'rm -rf ~/etc'", '?'],
    ["HOME=.. bash -c 'rm -rf ~/etc'", '?'],
    ["HOME= bash -c 'rm -rf ~/etc'", '?'],
    ["HOME=$X bash -c 'rm -rf ~/etc'", '?'],
    ["x=/; HOME=$x bash -c 'rm -rf ~/etc'", '?'],
    ["HOME+=/.. bash -c 'rm -rf ~/etc'", '?'],
    ["read HOME <<< /; bash -c 'rm -rf ~/etc'", '?'],
    ["for HOME in /; do bash -c 'rm -rf ~/etc'; done", '?'],
    ['HOME=/ bash -c \'HOME=~/usr bash -c "rm -rf ~/../etc"\'', '?'],
    [`HOME=${CWD}/.. bash -c 'rm -rf ~/p'`, '?'],
    ["HOME=/tmp/x bash -c 'rm -rf ~/etc'", 'A'],
    ['HOME=$PWD/home npm test', 'A'],
    ["HOME=$(mktemp -d) bash -c 'rm -rf ~/.cache; npm ci'", 'A'],
    ["env HOME=/tmp/x bash -c 'cd; rm -rf build'", 'A'],
    [
      "for i in 1; do HOME=/a a; HOME=/b b; HOME=/c c; HOME=/d d; HOME=/e e; HOME=/f f; HOME=/ bash -c 'rm -rf ~/etc'; done",
      '?',
    ],
    ["bash -c 'rm -rf ~/.cache'", 'A'],
  ] as const)('%s, whatever HOME was before: %s', (command, expected) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions' })).toBe(expected);
  });

  it.each([
    ["HOME=$PWD bash -c 'echo hi > ~/sec/x'", '?'],
    ["HOME=$PWD bash -c 'cat ~/.env'", '?'],
    ["HOME=. bash -c 'cat ~/.env'", '?'],
    ["HOME=$PWD/sub bash -c 'cat ~/../.env'", '?'],
    ["HOME=$X bash -c 'cat ~/.env'", '?'],
    ["HOME=$PWD bash -c 'cat ~/x'", 'A'],
    ["HOME=$PWD bash -c 'echo hi > ~/other/x'", 'A'],
  ] as const)('%s where rules deny: %s', (command, expected) => {
    const deny = ['Edit(sec/**)', 'Read(.env)'];
    expect(verdict('Bash', command, { mode: 'bypassPermissions', deny })).toBe(expected);
  });

  it.each(EVERY_MODE)('is asked about in the mode %s, whatever is allowed', (mode) => {
    const judged = { commandHome: '/elsewhere/deep/er', mode, allow: ['Bash', 'Edit', 'Bash(rm *)'] };
    expect(verdict('Bash', 'rm -rf ~', judged)).toBe(mode === 'dontAsk' ? 'D' : '?');
  });

  it.each([
    ['of the session', HOME],
    ['of the command', '/elsewhere/deep/er'],
    ['around that of the command', '/elsewhere/deep'],
    ['of the list of users', LISTED_HOME],
  ])('the home %s, by its path: %s', (_, path) => {
    const judged = { commandHome: '/elsewhere/deep/er', mode: 'bypassPermissions' } as const;
    expect(verdict('Bash', `rm -rf ${path}`, judged)).toBe('?');
    expect(verdict('Bash', `rm -rf ${path}/*`, judged)).toBe('?');
  });

  it.each(NOT_CRITICAL)('%s is not one', (command) => {
    const judged = { commandHome: '/elsewhere/deep/er', mode: 'bypassPermissions' } as const;
    expect(verdict('Bash', command, judged)).toBe('A');
  });
});
