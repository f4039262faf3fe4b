/** Programs besides interpreters that do what their input says. */
export const FOLLOWS_INPUT: ReadonlySet<string> = new Set(
  (
    'patch git ed red ex vim sed sqlite psql mysql mariadb bc dc at batch crontab xargs parallel expect gdb ssh docker ' +
    'podman kubectl gnuplot mongosh redis-cli ftp sftp nft iptables-restore'
  ).split(' '),
);

const FILE = ['-f', '--file'];

/** Options whose value is a file of instructions. */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['sed', FILE],
  ['gsed', FILE],
  ['patch', ['-i', '--input']],
  ['xargs', ['-a', '--arg-file']],
  ['parallel', ['-a', '--arg-file']],
  ['psql', FILE],
  ['at', ['-f']],
  ['gdb', ['-x', '--command']],
  ['sqlite', ['-init']],
  ['vim', ['-S']],
  ['kubectl', ['-f', '--filename']],
  ['docker', FILE],
  ['podman', FILE],
  ['curl', ['-K', '--config']],
  ['wget', ['-i', '--input-file', '--config']],
  ['jq', ['-f', '--from-file']],
]);

/** Programs all of whose operands are such files. */
const OPERANDS: ReadonlySet<string> = new Set(['patch', 'crontab', 'ansible-playbook', 'gnuplot']);

/** Words that name files which say what a program changes: a patch, a script of sed, a list of arguments. */
export function instructionFiles(name: string, words: readonly (string | undefined)[]): readonly string[] {
  const options = OPTIONS.get(name) ?? [];
  const found: string[] = [];
  for (const [index, word = ''] of words.entries()) {
    const option = options.find((one) => word === one || isAttached(word, one));
    if (option !== undefined)
      found.push(word === option ? (words[index + 1] ?? '') : word.slice(option.length).replace(/^=/u, ''));
    else if (OPERANDS.has(name) && !word.startsWith('-')) found.push(word);
  }
  const isPatch = name === 'git' && words.some((word) => word === 'apply' || word === 'am');
  return isPatch
    ? words.flatMap((word) => (word === undefined || word.startsWith('-') ? [] : [word]))
    : found;
}

/** `-fscript`, `--file=script` */
function isAttached(word: string, option: string): boolean {
  return option.startsWith('--')
    ? word.startsWith(`${option}=`)
    : option.length === 2 && word.startsWith(option);
}
