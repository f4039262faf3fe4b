import type { Words } from './git-command.ts';

const CONFIG: readonly string[] = ['config'];
const HOOKS: readonly string[] = ['hooks'];
const BRANCHES: readonly string[] = ['refs/heads'];

/** When they do so: with such a first word or, after `option`, with such an option anywhere. */
interface Installer {
  readonly changes: readonly string[];
  readonly verb?: RegExp;
  readonly option?: RegExp;
}

const INSTALL = /^(?:un)?install$/u;

/** Programs other than git that set up hooks or settings of the repository around them, or move branches in it. */
const INSTALLERS: ReadonlyMap<string, Installer> = new Map([
  ['husky', { changes: CONFIG, verb: /^(?!add$|set$)/u }],
  ['husky-init', { changes: CONFIG, verb: /^/u }],
  ['pre-commit', { changes: HOOKS, verb: INSTALL }],
  ['prek', { changes: HOOKS, verb: INSTALL }],
  ['lefthook', { changes: HOOKS, verb: /^(?:install|uninstall|add)$/u }],
  ['simple-git-hooks', { changes: HOOKS, verb: /^/u }],
  ['overcommit', { changes: HOOKS, option: /^(?:-[iu]|--(?:un)?install)$/u }],
  ['captainhook', { changes: HOOKS, verb: INSTALL }],
  ['hk', { changes: HOOKS, verb: INSTALL }],
  ['dvc', { changes: HOOKS, verb: INSTALL }],
  ['gitlint', { changes: HOOKS, verb: /^(?:un)?install-hook$/u }],
  ['nbstripout', { changes: CONFIG, option: /^--(?:un)?install$/u }],
  ['git-crypt', { changes: CONFIG, verb: /^(?:init|unlock|lock)$/u }],
  ['scalar', { changes: CONFIG, verb: /^(?:register|unregister|reconfigure|run|delete)$/u }],
  ['hub', { changes: BRANCHES, verb: /^sync$/u }],
  ['gt', { changes: BRANCHES, verb: /^(?:sync|get|init|repo)$/u }],
]);

/** They run a program of the project by its name alone. */
const RUNNERS = /^(?:yarn|pnpm|bun)$/u;

/** What such a program changes of all worktrees together, as paths in the repository. */
export function changedByInstaller([path, ...words]: Words): readonly string[] {
  const name = path?.slice(path.lastIndexOf('/') + 1) ?? '';
  const [option, module = ''] = words;
  if (/^python[\d.]*$/u.test(name) && option === '-m')
    return changedByInstaller([module.replaceAll('_', '-'), ...words.slice(2)]);
  if (name === 'corepack') return changedByInstaller(words);
  if (RUNNERS.test(name) && INSTALLERS.has(words[0] ?? '')) return changedByInstaller(words);
  if (words.some((word) => word === '--help' || word === '--version')) return [];
  const operands = words.filter((word) => word?.startsWith('-') !== true);
  if (name === 'gh') return changedByGitHub(operands, words);
  const found = INSTALLERS.get(name);
  if (found === undefined) return [];
  const { changes, verb } = found;
  const isVerb =
    verb !== undefined &&
    ((operands.length > 0 && operands[0] === undefined) || verb.test(operands[0] ?? ''));
  return isVerb || (found.option !== undefined && words.some((word) => found.option?.test(word ?? '')))
    ? changes
    : [];
}

/** `gh repo sync` moves the branch that it is given, or the default one. */
function changedByGitHub([group, verb]: Words, words: Words): readonly string[] {
  if (group !== 'repo') return [];
  if (verb === 'sync') return BRANCHES;
  return verb === 'set-default' ||
    (verb === 'fork' && words.some((word) => /^--remote(?:$|=(?!false))/u.test(word ?? '')))
    ? CONFIG
    : [];
}
