import { describe, expect, it } from 'vitest';
import { EVERY_MODE } from './expect-rows.ts';
import { HOME, LISTED_HOME, verdict } from './judge.ts';

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
