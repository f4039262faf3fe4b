import { posix } from 'node:path';

type Words = readonly (string | undefined)[];
type ReadText = (path: string) => string | undefined;

const ofCommit = 'pre-commit prepare-commit-msg commit-msg post-commit';

/** githooks(5): the hooks that sub-commands of git start, besides those of every change of the index or of a reference. */
const HOOKS: ReadonlyMap<string, string> = new Map([
  ['commit', `${ofCommit} post-rewrite`],
  ['cherry-pick', ofCommit],
  ['revert', ofCommit],
  ['merge', 'pre-merge-commit prepare-commit-msg commit-msg post-merge'],
  ['pull', 'pre-merge-commit prepare-commit-msg commit-msg post-merge post-checkout pre-rebase post-rewrite'],
  ['rebase', `${ofCommit} pre-rebase post-rewrite post-checkout`],
  ['checkout', 'post-checkout'],
  ['switch', 'post-checkout'],
  ['worktree', 'post-checkout'],
  ['push', 'pre-push'],
  ['am', 'applypatch-msg pre-applypatch post-applypatch'],
]);

const OF_EVERY_CHANGE = 'post-index-change reference-transaction';

/** The hooks that `--no-verify` leaves out. */
const VERIFYING = new Set('pre-commit pre-merge-commit commit-msg pre-push'.split(' '));

/** The names of the hooks that a command of git may start. */
export function gitHooks(words: Words): readonly string[] {
  const command = words.find((word) => word !== undefined && HOOKS.has(word));
  if (command === undefined) return [];
  const names = `${HOOKS.get(command)} ${OF_EVERY_CHANGE}`.split(' ');
  return words.includes('--no-verify') ? names.filter((name) => !VERIFYING.has(name)) : names;
}

/** Each file of git's directory whose path ends like this is run as it is. */
export function isGitHook(path: string): boolean {
  return /(?:^|\/)\.git\/hooks\/[\w-]+$/u.test(path);
}

const HOOKS_PATH = /^[ \t]*(?:\[core\][ \t]*)?hookspath[ \t]*=[ \t]*"?([^"\n;#]+)/gimu;

/**
 * The hooks that the settings of a repository name in place of its own: `core.hooksPath = .husky`.
 * @param settings the path of such settings, `/w/.git/config`
 */
export function hooksElsewhere(settings: string, words: Words, readText: ReadText): readonly string[] {
  if (!settings.startsWith('/') || !settings.endsWith('/.git/config')) return [];
  const root = posix.dirname(posix.dirname(settings));
  return [...(readText(settings) ?? '').matchAll(HOOKS_PATH)].flatMap(([, path = '']) =>
    gitHooks(words).map((name) => posix.resolve(root, path.trim(), name)),
  );
}
