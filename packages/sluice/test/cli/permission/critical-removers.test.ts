import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

/** Programs and options that remove their operands, each before the operand. */
const REMOVERS = [
  'rimraf',
  'npx rimraf',
  'npx --yes rimraf',
  'npm exec rimraf --',
  'pnpm dlx rimraf',
  'bunx rimraf',
  'del',
  'npx del-cli',
  'trash',
  'npx trash-cli',
  'gio trash',
  'shx rm -rf',
  'npx shx rm -rf',
  'coreutils rm -rf',
  'safe-rm -rf',
  'srm -r',
  'wipe -rf',
  'tar --remove-files -cf a.tar',
  'tar cf a.tar --remove-files',
  'zip -rm a.zip',
  'zip -r --move a.zip',
  '7z a -sdel a.7z',
  '7zz a a.7z -sdel',
  'rar a -df a.rar',
  'rar m a.rar',
];

/** The same programs where they remove nothing. */
const KEEPING = ['tar -cf a.tar', 'zip -r a.zip', '7z a a.7z', 'rar a a.rar'];

const CRITICAL = ['~', '"$HOME"', '/etc', '.', '~/Documents', '~/.ssh/'];

const inBypass = (command: string) => verdict('Bash', command, { mode: 'bypassPermissions' });

describe('programs that remove their operands', () => {
  it.each(REMOVERS)('%s of a critical directory asks in bypassPermissions', (remover) => {
    const unasked = CRITICAL.filter((target) => inBypass(`${remover} ${target}`) !== '?');
    expect(unasked).toEqual([]);
  });

  it.each(REMOVERS)('%s of another directory runs in bypassPermissions', (remover) => {
    expect(inBypass(`${remover} dist`)).toBe('A');
    expect(inBypass(`${remover} ~/Documents/old`)).toBe('A');
  });

  it.each([
    ['rsync -a --delete empty/ ~/Documents', '?'],
    ['rsync -a --del empty/ "$HOME"/.ssh/', '?'],
    ['rsync -a --delete src/ ~/Documents/copy/', 'A'],
    ['rsync -a --delete src/ .', 'A'],
    ['find ~/.ssh | xargs rm', '?'],
    ['find ~/.ssh -type f -print0 | xargs -0 rm -f', '?'],
    ['find ~/Documents/old | xargs rm', 'A'],
    ["find . -name '*.o' | xargs rm", 'A'],
  ] as const)('%s, of what is found, in bypassPermissions: %s', (command, expected) => {
    expect(inBypass(command)).toBe(expected);
  });

  it.each(KEEPING)('%s runs in bypassPermissions', (archiver) => {
    expect(inBypass(`${archiver} ~/Documents`)).toBe('A');
  });
});
