import type { Argument } from '../argument.ts';
import type { FileTouch, GitChange } from '../file-touch.ts';
import type { Arguments, ParsedArguments, Positional } from '../row.ts';
import { mayBeTakenBack } from './git-taken-back.ts';

type Touches = (parsed: ParsedArguments, argv: Arguments) => readonly FileTouch[];

/** Files of the whole work tree that such a change may write or remove. */
export function changing(by: GitChange['by'], commits: readonly string[], isRecursive = false): FileTouch {
  const gitNames: GitChange = isRecursive ? { by, commits, isRecursive } : { by, commits };
  return { access: 'write', path: '.', isTree: true, isOfTop: true, gitNames, argument: 0 };
}

/** A change of the work tree by which any file may be meant. */
export const changingAny: FileTouch = changing('anything', []);

/** Hooks and settings of the repository. */
export const changingRepository: FileTouch = { access: 'write', path: '.git', isTree: true, argument: 0 };

/** What is tracked is taken away, or brought back. */
export const changingTracked: FileTouch = changing('reset', ['HEAD']);

/** Options that don't change which files commits decide on. */
export interface Understood {
  /** Letters that may be bundled, without a value. */
  readonly letters: string;
  /** Letters whose value is the rest of the word, or the next one. */
  readonly valued?: string;
  /** Names without `--` and `--no-`. */
  readonly long: string;
}

/** Whether every option is one of these. A word that is known only in part may be an option of any name. */
export function isUnderstood(
  { letters, valued = '', long }: Understood,
  { positionals }: ParsedArguments,
  words: Arguments,
): boolean {
  const end = words.indexOf('--');
  const names = new Set(long.split(' '));
  const isOwn = (word: Argument): boolean => {
    const text = typeof word === 'string' ? word : (word?.prefix ?? '');
    if (!text.startsWith('-') || text === '-') return true;
    if (!text.startsWith('--')) {
      const flags = text.slice(1).split('');
      const at = flags.findIndex((letter) => valued.includes(letter));
      const own = at === -1 ? flags : flags.slice(0, at);
      return (at !== -1 || typeof word === 'string') && own.every((letter) => letters.includes(letter));
    }
    const isWhole = typeof word === 'string' || text.includes('=');
    return isWhole && names.has(text.slice(2).replace(/=.*$/su, '').replace(/^no-/u, ''));
  };
  return (
    (end === -1 ? words : words.slice(0, end)).every(isOwn) &&
    positionals.every(({ value, isAfterSeparator }) => value !== undefined || isAfterSeparator)
  );
}

export const wordsAfter = (argv: Arguments, name: string): Arguments => argv.slice(argv.indexOf(name) + 1);

/** `-` is where it was before. */
export const commitOf = (value: string | undefined): string => (value === '-' ? '@{-1}' : (value ?? ''));

export const commitsOf = (positionals: readonly Positional[]): readonly string[] =>
  positionals.map(({ value }) => commitOf(value));

const isRecursiveIn = (words: Arguments): boolean =>
  words.some((word) => typeof word === 'string' && word.startsWith('--rec'));

const SWITCHING: Understood = {
  letters: 'qflmdtp23',
  valued: 'bBcC',
  long:
    'quiet progress force ours theirs track detach merge conflict patch guess overlay orphan create force-create ' +
    'ignore-skip-worktree-bits ignore-other-worktrees overwrite-ignore recurse-submodules discard-changes ' +
    'pathspec-from-file pathspec-file-nul',
};

/** Options with which local changes don't survive, or are merged. */
const DISCARDING = ['-f', '--discard-changes', '-m', '--conflict'];

/** What `git checkout` and `git switch` change where their word is a branch, or the commit at which a new one begins. */
const switched =
  (name: 'checkout' | 'switch'): Touches =>
  (parsed, argv) => {
    const words = wordsAfter(argv, name);
    if (!isUnderstood(SWITCHING, parsed, words)) return [changingAny];
    const { given, positionals } = parsed;
    // `git switch -- x` has no paths.
    const named = positionals.filter(({ isAfterSeparator }) => name === 'switch' || !isAfterSeparator);
    const [first] = commitsOf(named);
    const isRecursive = isRecursiveIn(words);
    if (name === 'switch' && given.has('--orphan')) return [changing('reset', [], isRecursive)];
    const commits = first === undefined ? [] : [first];
    if (DISCARDING.some((option) => given.has(option))) return [changing('reset', commits, isRecursive)];
    return first === undefined && !isRecursive ? [] : [changing('switch', commits, isRecursive)];
  };

/** Paths follow the commit: the word before them. */
export function pathsOfCheckout(
  parsed: ParsedArguments,
  argv: Arguments,
): { readonly commits: readonly string[] } | undefined {
  const { given, positionals } = parsed;
  const before = positionals.filter(({ isAfterSeparator }) => !isAfterSeparator);
  const hasPaths =
    positionals.length > before.length ||
    before.length > 1 ||
    given.has('-p') ||
    given.has('--pathspec-from-file');
  if (!hasPaths || !isUnderstood(SWITCHING, { ...parsed, positionals: before }, wordsAfter(argv, 'checkout')))
    return undefined;
  return { commits: commitsOf(before.slice(0, 1)) };
}

export const checkedOut: Touches = (parsed, argv) => {
  const { positionals, given } = parsed;
  const words = wordsAfter(argv, 'checkout');
  const before = positionals.filter(({ isAfterSeparator }) => !isAfterSeparator);
  const hasPaths = positionals.length > before.length || before.length > 1;
  // The paths are judged by themselves.
  if (hasPaths && isUnderstood(SWITCHING, { ...parsed, positionals: before }, words)) return [];
  return given.has('--pathspec-from-file') ? [] : switched('checkout')(parsed, argv);
};

export const switchedTo: Touches = switched('switch');

const RESETTING: Understood = {
  letters: 'q',
  long: 'hard merge keep soft mixed quiet refresh recurse-submodules',
};

/** Only these change files. What isn't known may be one of them. */
export const resetTo: Touches = (parsed, argv) => {
  const { given, positionals } = parsed;
  const words = wordsAfter(argv, 'reset');
  const isHard = ['--hard', '--merge', '--keep'].some((option) => given.has(option));
  if (!isHard)
    return positionals.some(({ prefix, value }) => value === undefined && prefix === '') ? [changingAny] : [];
  if (!isUnderstood(RESETTING, parsed, words)) return [changingAny];
  const [commit = 'HEAD'] = commitsOf(positionals);
  return [changing('reset', [commit], isRecursiveIn(words))];
};

export const readTrees: Touches = (parsed, argv) => {
  const words = wordsAfter(argv, 'read-tree');
  const { given, positionals } = parsed;
  if (given.has('-n')) return [];
  if (!isUnderstood({ letters: 'muivq', long: 'reset trivial aggressive empty' }, parsed, words))
    return [changingAny];
  return given.has('-u') ? [changing('reset', commitsOf(positionals))] : [];
};

const MERGING: Understood = {
  letters: 'nqve',
  valued: 'msXFS',
  long:
    'autostash commit edit cleanup ff ff-only log signoff stat squash verify strategy-option verify-signatures quiet verbose progress ' +
    'gpg-sign allow-unrelated-histories rerere-autoupdate overwrite-ignore into-name message file compact-summary strategy',
};

/** Strategies that put files where commits have none, or that change nothing, or that are the user's own. */
const USUAL_STRATEGY = /^(?:ort|recursive|resolve|octopus)$/u;

const STRANGE_OPTION = /^subtree/u;

function hasUsualStrategy({ given }: ParsedArguments): boolean {
  return (
    (given.get('-s') ?? given.get('--strategy') ?? []).every(
      (one) => one !== undefined && USUAL_STRATEGY.test(one),
    ) && (given.get('-X') ?? []).every((one) => one !== undefined && !STRANGE_OPTION.test(one))
  );
}

const RESUMING = ['--continue', '--skip', '--abort'];

const isResuming = ({ given }: ParsedArguments): boolean => RESUMING.some((option) => given.has(option));

/** What git keeps records of goes on, or is given up. */
function resumed(operation: string, { given }: ParsedArguments, words: Arguments): readonly FileTouch[] {
  const [option, ...others] = RESUMING.filter((one) => given.has(one));
  const areKnown = words.every((word) => typeof word === 'string' && OF_RESUMING.test(word));
  if (others.length > 0 || !areKnown) return [changingAny];
  if (option === '--abort') return [changing('abort', [operation])];
  return [changing('continue', option === '--skip' ? [operation, 'skip'] : [operation])];
}

const OF_RESUMING = /^(?:--(?:cont|sk|ab)[a-z]*|--no-edit|--quiet|--verbose|-[qv]|--no-verify)$/u;

export const merged: Touches = (parsed, argv) => {
  const words = wordsAfter(argv, 'merge');
  const { given, positionals } = parsed;
  if (given.has('--continue') || given.has('--quit')) return [];
  if (given.has('--abort')) return resumed('merge', parsed, words);
  if (!isUnderstood(MERGING, parsed, words) || !hasUsualStrategy(parsed)) return [changingAny];
  const commits = positionals.length === 0 ? ['@{upstream}'] : commitsOf(positionals);
  return [changing('merge', commits), ...(given.has('--autostash') ? [changingTracked] : [])];
};

const REBASING: Understood = {
  letters: 'qvnfr',
  valued: 'xXsSC',
  long:
    'autostash rebase-merges onto keep-base quiet verbose stat verify force-rebase no-ff fork-point ignore-whitespace whitespace ' +
    'committer-date-is-author-date ignore-date reset-author-date signoff rerere-autoupdate gpg-sign autosquash ' +
    'strategy strategy-option exec reschedule-failed-exec update-refs empty keep-empty allow-empty-message apply merge',
};

export const rebased: Touches = (parsed, argv) => {
  const words = wordsAfter(argv, 'rebase');
  const { given, positionals } = parsed;
  if (given.has('--quit') || given.has('--show-current-patch') || given.has('--edit-todo')) return [];
  if (isResuming(parsed)) return resumed('rebase', parsed, words);
  if (!isUnderstood(REBASING, parsed, words) || !hasUsualStrategy(parsed)) return [changingAny];
  const [upstream = '@{upstream}', branch = 'HEAD'] = commitsOf(positionals);
  const onto = given.get('--onto');
  if (onto?.includes(undefined) === true) return [changingAny];
  const target = given.has('--keep-base') ? '' : commitOf(onto?.at(-1) ?? upstream);
  const own = changing('rebase', [target, upstream, branch]);
  return given.has('--autostash') ? [own, changingTracked] : [own];
};

const PICKING: Understood = {
  letters: 'nesxr',
  valued: 'mXS',
  long:
    'edit cleanup commit signoff mainline gpg-sign ff allow-empty allow-empty-message keep-redundant-commits empty ' +
    'strategy strategy-option rerere-autoupdate reference',
};

export const picked =
  (name: 'cherry-pick' | 'revert'): Touches =>
  (parsed, argv) => {
    const words = wordsAfter(argv, name);
    const { given, positionals } = parsed;
    if (given.has('--quit')) return [];
    if (isResuming(parsed)) return resumed(name, parsed, words);
    if (!isUnderstood(PICKING, parsed, words) || !hasUsualStrategy(parsed)) return [changingAny];
    const by = name === 'revert' ? 'revert' : 'pick';
    return positionals.length === 0 ? [] : [changing(by, commitsOf(positionals))];
  };

export const entryOf = (value = '0'): string => (/^\d+$/u.test(value) ? `stash@{${value}}` : commitOf(value));

/** What comes back from the stash. */
export const unstashed: Touches = (parsed, argv) => {
  const { positionals } = parsed;
  const [verb, ...others] = positionals;
  if (verb !== undefined && verb.value === undefined) return [changingAny];
  if (!/^(?:pop|apply|branch)$/u.test(verb?.value ?? '')) return [];
  const words = wordsAfter(argv, 'stash');
  if (!isUnderstood({ letters: 'q', long: 'index quiet' }, parsed, words)) return [changingAny];
  const isBranch = verb?.value === 'branch';
  const entry = entryOf((isBranch ? others[1] : others[0])?.value);
  const back = changing('stash', [entry]);
  return isBranch ? [changing('switch', [`${entry}^`]), back] : [back];
};

/** Words of commands that look only at what is there. */
const LOOKING: ReadonlyMap<string, RegExp> = new Map([
  ['bisect', /^(?:log|view|visualize|terms|help)$/u],
  ['submodule', /^(?:status|summary|init|sync|foreach|set-branch|set-url|absorbgitdirs|add)$/u],
  ['sparse-checkout', /^(?:list|check-rules)$/u],
]);

/** A command that changes files unless its verb only looks. */
export const unless =
  (name: string, touch: FileTouch): Touches =>
  ({ positionals: [verb, ...others] }) =>
    verb === undefined ||
    (name === 'bisect' && verb.value === 'start' && others.length === 0) ||
    (verb.value !== undefined && LOOKING.get(name)?.test(verb.value) === true)
      ? []
      : [touch];

export const inSubmodules: FileTouch = {
  access: 'write',
  path: '.',
  isTree: true,
  isOfTop: true,
  gitNames: 'submodules',
  argument: 0,
};

/** Whatever it merges, no word names. */
export const always =
  (touch: FileTouch, ...exceptions: readonly string[]): Touches =>
  (_parsed, argv) =>
    exceptions.some((word) => argv.includes(word) && !mayBeTakenBack(word, argv)) ? [] : [touch];

const IN_PROGRESS = /^(?:-[a-zA-Z]*[3r]|--(?:3|ab|con|sk|res))/u;

/** `git am`, besides the files that the patches name. */
export const patchedBy: Touches = (_parsed, argv) =>
  argv.some((word) => IN_PROGRESS.test(typeof word === 'string' ? word : (word?.prefix ?? '')))
    ? [changingAny]
    : [changing('am', [])];
