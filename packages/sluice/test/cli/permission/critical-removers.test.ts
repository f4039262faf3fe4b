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
    ['rsync -a --delete src/ .', '?'],
    ['rsync -a --delete --exclude .git src/ .', 'A'],
    ['rsync -a --delete src/ dist/', 'A'],
    ['rsync -a --remove-source-files ~/ /srv/x', '?'],
    ['rsync -a --remove-source-files . /srv/x', '?'],
    ['rsync -a --remove-source-files out/ /srv/x', 'A'],
    ['find ~/.ssh | xargs rm', '?'],
    ['find ~/.ssh -type f -print0 | xargs -0 rm -f', '?'],
    ['find ~/Documents/old | xargs rm', 'A'],
    ["find . -name '*.o' | xargs rm", 'A'],
    ["find . -name '*.o' -delete", 'A'],
    ["find . -name '*.o' -o -name '*.d' -delete", 'A'],
    ["find src test -name '*.o' -exec rm {} +", 'A'],
    ['find src -type f -delete', 'A'],
    ["find . -name '*.o' -print -o -delete", '?'],
    ["find . -type f -o -name '*.o' -delete", '?'],
    ["find . -name '*' -delete", '?'],
    ['find . ! -name keep -delete', '?'],
    ['find . -type f -delete', '?'],
    ['find . -type f | xargs rm -f', '?'],
    ['find .. | xargs rm', '?'],
    ['find "$PWD/.." -delete', '?'],
    ['find ../. -delete', '?'],
    ['find a/../.. -mindepth 1 -delete', '?'],
    ['find a/../.. -exec rm -rf {} +', '?'],
    ['sudo find ../. -delete', '?'],
    ['find "$UNSET/.." -delete', '?'],
    ['find "./$UNSET/." -delete', '?'],
    ['find -files0-from list -delete', '?'],
    ['find a ~ -delete', '?'],
    ['ln -s / l; find l/ -delete', '?'],
    ['ln -s / l && find -L l -delete', '?'],
    ['gfind ~ -delete', '?'],
    ['find "${HOME:?}" -type f | xargs rm', '?'],
    ['find "$(echo ~)" | xargs rm', '?'],
    ['find ~ -type f | parallel rm', '?'],
    ['find ~ -type f | while read -r f; do rm -f "$f"; done', '?'],
    ['for f in $(find ~ -type f); do rm "$f"; done', '?'],
    ['fd . ~ -X rm', '?'],
    ['fd -t f . .. -x unlink', '?'],
    ['fd --search-path ~ -x rm {}', '?'],
    ['fd . -X rm', '?'],
    ['fd -e pyc -x rm', 'A'],
    ['fd -t d node_modules -X rm -rf', 'A'],
    ['fd . build -X rm -rf', 'A'],
    ['rg --files ~ | xargs rm', '?'],
    ['rg -l TODO . | xargs rm', 'A'],
    ['grep -rlZ . ~ | xargs -0 rm -f', '?'],
    ['grep -rl TODO src | xargs rm', 'A'],
    ['tree -fi ~ | xargs rm', '?'],
    ['du -a ~ | cut -f2 | xargs rm', '?'],
    ['ls -d ~/* | xargs rm', '?'],
    ['printf "%s\\n" ~/* | xargs rm', '?'],
    ['ls *.tmp | parallel rm', 'A'],
    ['ls | parallel rm -rf', '?'],
    ['parallel rm -rf ::: ~', '?'],
    ['parallel rm ::: a b', 'A'],
    ['git rm -rf ~', '?'],
    ['git rm -rf .', '?'],
    ['git rm -r --force ./', '?'],
    ['git rm -rf :/', '?'],
    ["git rm -rf '*'", '?'],
    ['git rm -r .', 'A'],
    ['git rm -rfn .', 'A'],
    ['git rm -rf --cached .', 'A'],
    ['git rm -rf src', 'A'],
    ['chmod -R 000 ~/.*', '?'],
    ['chmod -R 755 src/.*', 'A'],
    ['git worktree remove --force ~', '?'],
    ['git worktree remove --force .', '?'],
    ['git worktree remove --force ~/old', 'A'],
    ['yarn rimraf ~', '?'],
    ['yarn rimraf dist', 'A'],
    ['sg root "rm -rf ~"', '?'],
    ['shred ~/*', '?'],
    ['shred notes.txt', 'A'],
  ] as const)('%s, of what is found, in bypassPermissions: %s', (command, expected) => {
    expect(inBypass(command)).toBe(expected);
  });

  it.each([
    ['dd if=/dev/zero of=/dev/sda', '?'],
    ['cat image > /dev/nvme0n1', '?'],
    ['cp image /dev/disk/by-id/x', '?'],
    ['sudo tee /dev/sdb1 < image', '?'],
    ['mkfs.ext4 /dev/sda1', '?'],
    ['mkfs -t ext4 /dev/mapper/root', '?'],
    ['wipefs -a /dev/sda', '?'],
    ['sgdisk -Z /dev/sda', '?'],
    ['parted /dev/sda mklabel gpt', '?'],
    ['shred /dev/sda', '?'],
    ['mkfs.ext4 disk.img', 'A'],
    ['dd if=/dev/zero of=disk.img', 'A'],
    ['dd if=/dev/sda of=disk.img', 'A'],
    ['wipefs /dev/sda', 'A'],
    ['parted /dev/sda print', 'A'],
    ['echo x > /dev/null', 'A'],
    ['echo x > /dev/tty', 'A'],
    ['chmod -R 777 /', '?'],
    ['chmod --recursive 000 ~', '?'],
    ['chown -R me /usr', '?'],
    ['sudo chown -R me:me "$HOME"', '?'],
    ['setfacl -R -m u:x:r /', '?'],
    ['chmod -R u+w .', 'A'],
    ['chmod 700 ~', 'A'],
    ['sudo chown -R me ~/.npm', 'A'],
    ['chown -R me /opt', 'A'],
  ] as const)('%s, of a disk or of permissions, in bypassPermissions: %s', (command, expected) => {
    expect(inBypass(command)).toBe(expected);
  });

  it.each(KEEPING)('%s runs in bypassPermissions', (archiver) => {
    expect(inBypass(`${archiver} ~/Documents`)).toBe('A');
  });
});
