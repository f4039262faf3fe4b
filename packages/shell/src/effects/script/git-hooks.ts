import { GLOBAL } from '../../tables/possible-touches/git.ts';
import { listedOptionsOfGit } from '../../tables/listed-options/git-options.ts';
import { parseLoosely } from '../../tables/parse-loosely.ts';

type Words = readonly (string | undefined)[];

const OF_COMMIT = 'pre-commit prepare-commit-msg commit-msg post-commit';
const OF_MERGE = 'pre-merge-commit prepare-commit-msg commit-msg post-merge';
const OF_REBASE = `${OF_COMMIT} pre-rebase post-rewrite post-checkout`;

/** Git may start these whenever it changes the index or a reference, and when it tidies up afterwards. */
const OF_EVERY_CHANGE = 'post-index-change reference-transaction pre-auto-gc';

export const isOfEveryChange = (name: string): boolean => OF_EVERY_CHANGE.split(' ').includes(name);

/** githooks(5): the hooks that subcommands of git start, besides those of every change. */
const HOOKS: ReadonlyMap<string, string> = new Map([
  ['commit', `${OF_COMMIT} post-rewrite`],
  ['cherry-pick', OF_COMMIT],
  ['revert', OF_COMMIT],
  ['merge', OF_MERGE],
  ['pull', `${OF_MERGE} ${OF_REBASE}`],
  ['rebase', `${OF_REBASE} applypatch-msg pre-applypatch post-applypatch`],
  ['checkout', 'post-checkout'],
  ['switch', 'post-checkout'],
  ['restore', 'post-checkout'],
  ['worktree', 'post-checkout'],
  ['clone', 'post-checkout'],
  ['push', 'pre-push'],
  ['am', 'applypatch-msg pre-applypatch post-applypatch'],
  ['send-email', 'sendemail-validate'],
  ...(
    'add stage rm mv reset stash apply read-tree update-index checkout-index branch tag fetch remote update-ref ' +
    'symbolic-ref notes replace bisect submodule sparse-checkout gc maintenance reflog filter-branch fast-import subtree'
  )
    .split(' ')
    .map((name) => [name, ''] as const),
]);

/** What leaves out which hooks, and what takes it back. The last one of them decides. */
interface Verification {
  readonly without: string;
  readonly isOff: string;
  /** Default `--verify`. */
  readonly isOn?: string;
}

const VERIFICATION: ReadonlyMap<string, Verification> = new Map([
  ['commit', { without: 'pre-commit commit-msg', isOff: '-n' }],
  ['merge', { without: 'pre-merge-commit commit-msg', isOff: '--no-verify' }],
  ['pull', { without: 'pre-merge-commit', isOff: '--no-verify' }],
  ['push', { without: 'pre-push', isOff: '--no-verify' }],
  ['rebase', { without: 'pre-rebase', isOff: '--no-verify' }],
  ['am', { without: 'applypatch-msg pre-applypatch', isOff: '-n' }],
  ['send-email', { without: 'sendemail-validate', isOff: '--no-validate', isOn: '--validate' }],
]);

const ALL = new Set([...HOOKS.values(), OF_EVERY_CHANGE].flatMap((names) => names.split(' ')));

/** Whether a file of git's directories is a hook, by its name. */
export function isHookName(name: string): boolean {
  return ALL.has(name) && name !== '';
}

/**
 * The names of the hooks that a command of git may start.
 * @param words what follows `git`; undefined: a word that isn't known
 */
export function gitHooks(words: Words): readonly string[] {
  const argv = ['git', ...words];
  const [command] = parseLoosely(GLOBAL, argv, 1).positionals;
  if (command === undefined) return [];
  const { value: name, index } = command;
  if (name === undefined) return [...ALL].filter(isHookName);
  const hooks = HOOKS.get(name);
  if (hooks === undefined) return [];
  const left = leftOut(name, argv, index + 1);
  const names = `${hooks} ${OF_EVERY_CHANGE}`.split(' ');
  return [...new Set(names)].filter((one) => one !== '' && !left.includes(one));
}

function leftOut(command: string, argv: Words, start: number): readonly string[] {
  const found = VERIFICATION.get(command);
  const row = listedOptionsOfGit(command);
  // A word that isn't known may be an option that takes the next word, or turns them on again.
  if (found === undefined || row === undefined || argv.includes(undefined)) return [];
  const { without, isOff, isOn = '--verify' } = found;
  const { sequence } = parseLoosely(row, argv, start);
  const last = sequence.findLast((name) => name === isOff || name === isOn);
  return last === isOff ? without.split(' ') : [];
}
