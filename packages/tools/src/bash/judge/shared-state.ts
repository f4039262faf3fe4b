import { gitCommand, type Words } from './git-command.ts';
import { changedByInstaller } from './hook-installers.ts';
import type { LinkedRepository } from './linked-repository.ts';
import { otherWorktrees } from './other-worktrees.ts';
import { mayBeOthersStash, stashEntry } from './own-stash.ts';
import { changesSubmodules } from './shared-submodules.ts';

/**
 * What a command changes of all worktrees together, as paths in the repository or absolute: its settings, which can make git run programs
 * and go to other places, its hooks, what others have stashed, objects that nothing refers to, and other worktrees themselves.
 *
 * @param repository undefined: it isn't known which it is
 * @param stashesTaken as many entries as other commands of the line may have taken off the stash before
 */
export function sharedState(
  words: Words,
  repository: LinkedRepository | undefined,
  stashesTaken: number,
): readonly string[] {
  const called = gitCommand(words);
  if (called?.command === undefined) return changedByInstaller(words);
  const { command, rest, mayBeAlias, settings } = called;
  if (mayBeAlias) return SETTINGS;
  return WRITES.get(command)?.(rest, { repository, settings, stashesTaken }) ?? [];
}

interface Place {
  readonly repository: LinkedRepository | undefined;
  /** What the line itself sets for git. */
  readonly settings: Words;
  readonly stashesTaken: number;
}

const SETTINGS: readonly string[] = ['config'];
const NOTHING: readonly string[] = [];

type Write = (words: Words, place: Place) => readonly string[];

const WRITES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['config', (words) => (writesSettings(words) ? SETTINGS : NOTHING)],
  ['remote', (words) => (mayBe(verbOf(words), REMOTE_VERBS) ? SETTINGS : NOTHING)],
  ['sparse-checkout', (words) => (verbOf(words) === 'list' ? NOTHING : SETTINGS)],
  [
    'maintenance',
    (words) => (mayBe(verbOf(words), /^(?:start|stop|register|unregister)$/u) ? SETTINGS : NOTHING),
  ],
  ['init', (words) => (isHere(words) ? ['config', 'hooks'] : NOTHING)],
  ['init-db', (words) => (isHere(words) ? ['config', 'hooks'] : NOTHING)],
  [
    'lfs',
    (words) =>
      mayBe(verbOf(words), /^(?:install|uninstall|update|track)$/u) ? ['config', 'hooks'] : NOTHING,
  ],
  ['stash', (words, place) => (takesStash(words, place) ? ['refs/stash'] : NOTHING)],
  ['reflog', (words) => (forgets(words) ? ['logs'] : NOTHING)],
  ['prune', (words) => (words.some((word) => ONLY_SAYS.test(word ?? '')) ? NOTHING : OBJECTS)],
  [
    'gc',
    (words, { settings }) =>
      words.some((word) => isEarly(word)) || settings.some(setsExpiry) ? OBJECTS : NOTHING,
  ],
  ['repack', (words) => (dropsObjects(words) ? OBJECTS : NOTHING)],
  ['worktree', (words, { repository }) => otherWorktrees(words, repository)],
  ['submodule', (words, { repository }) => (changesSubmodules(words, repository) ? SETTINGS : NOTHING)],
  [
    'secrets',
    (words) =>
      words.some((word) => /^--(?:install|register|add|remove)/u.test(word ?? '')) ? ['hooks'] : NOTHING,
  ],
  ['flow', (words) => (mayBe(verbOf(words), /^(?:init|config)$/u) ? SETTINGS : NOTHING)],
  ['annex', (words) => (mayBe(verbOf(words), /^(?:init|reinit|uninit)$/u) ? SETTINGS : NOTHING)],
  ['crypt', (words) => (mayBe(verbOf(words), /^(?:init|unlock|lock)$/u) ? SETTINGS : NOTHING)],
  ['town', () => BRANCHES],
  ['machete', () => BRANCHES],
  ['branchless', () => BRANCHES],
  ['sync', () => BRANCHES],
]);

const OBJECTS: readonly string[] = ['objects'];
const BRANCHES: readonly string[] = ['refs/heads'];
const ONLY_SAYS = /^(?:-[a-z]*n[a-z]*|--dry-run)$/u;

/** `git stash pop` of an entry that was made in another worktree. */
function takesStash(words: Words, { repository, stashesTaken }: Place): boolean {
  const verb = verbOf(words);
  if (mayBe(verb, /^clear$/u)) return true;
  if (!mayBe(verb, /^(?:pop|drop|branch)$/u)) return false;
  return (
    repository === undefined ||
    mayBeOthersStash(stashEntry(words, verb === 'branch' ? 2 : 1), repository, stashesTaken)
  );
}

/** Of what others had checked out, too. */
function forgets(words: Words): boolean {
  const verb = verbOf(words);
  if (!mayBe(verb, /^(?:expire|delete)$/u)) return false;
  const isTakenBack = words.some((word) => /^--no?(?:-|$)/u.test(word ?? ''));
  if (!isTakenBack && words.some((word) => ONLY_SAYS.test(word ?? ''))) return false;
  const names = words.filter((word) => word?.startsWith('-') !== true).slice(1);
  const isAll = words.includes('--all') && !words.includes('--single-worktree');
  return isAll || names.some((name) => name === undefined || !/^(?:HEAD|@)(?:@|$)/u.test(name));
}

/** Objects that nothing refers to are all that is left of what someone has lost: git keeps them for two weeks. */
function isEarly(word: string | undefined): boolean {
  const since = /^--(?:prune|cruft-expiration)=(.*)$/su.exec(word ?? '')?.[1];
  return since !== undefined && !/^(?:never|\d+[. ](?:week|month|year)s?[. ]ago)$/u.test(since);
}

function setsExpiry(setting: string | undefined): boolean {
  return setting === undefined || /^(?:gc\..*expire|include)/iu.test(setting);
}

function dropsObjects(words: Words): boolean {
  if (words.some((word) => isEarly(word))) return true;
  const letters = words.flatMap((word) => /^-([a-zA-Z]+)$/u.exec(word ?? '')?.[1] ?? []).join('');
  return (
    letters.includes('a') &&
    letters.includes('d') &&
    !letters.includes('k') &&
    !words.includes('--keep-unreachable')
  );
}

const REMOTE_VERBS = /^(?:add|set-url|set-branches|rename|remove|rm)$/u;

/** Empty: there is none. */
function verbOf(words: Words): string | undefined {
  const at = words.findIndex((word) => word?.startsWith('-') !== true);
  return at === -1 ? '' : words[at];
}

function mayBe(verb: string | undefined, pattern: RegExp): boolean {
  return verb === undefined || pattern.test(verb);
}

/** Without a directory that is named, git makes the repository anew that is there: with hooks of a template. */
function isHere(words: Words): boolean {
  const operands = words.filter(
    (word, at) =>
      word?.startsWith('-') !== true && !/^(?:-[a-z]*b|--(?:t|i|o|r|se)[\w-]*)$/u.test(words[at - 1] ?? 'x'),
  );
  return operands.every((word) => word === undefined || /^[./]*$/u.test(word));
}

/** Settings of the user or of another file are seen as files. */
const ELSEWHERE = /^(?:--global|--system|-f.+|--file=.+|--blob(?:=.*)?)$/u;
const READS = /^(?:--get(?:-[\w-]+)?|--list|-l)$/u;
const WITH_VALUE = /^(?:-f|--file|--blob|--type|-t|--default|--comment|--value|--url)$/u;
const WRITING = /^(?:--(?:add|rep|uns|rem|ren|ed)[\w-]*|-e|set|unset|edit|rename-section|remove-section)$/u;

function writesSettings(words: Words): boolean {
  const [verb] = words;
  if (verb === 'get' || verb === 'list') return false;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const valued = words.map((_, at) => at < end && WITH_VALUE.test(words[at - 1] ?? 'x'));
  const options = words.slice(0, end).filter((_, at) => valued[at] !== true);
  const file = words.findIndex(
    (_, at) => valued[at] === true && /^(?:-f|--file)$/u.test(words[at - 1] ?? ''),
  );
  const isElsewhere =
    (file !== -1 && words[file] !== undefined) || options.some((word) => ELSEWHERE.test(word ?? ''));
  if (isElsewhere || options.some((word) => READS.test(word ?? ''))) return false;
  const operands = [...options.filter((word) => word?.startsWith('-') !== true), ...words.slice(end + 1)];
  return operands.length > 1 || words.some((word) => word === undefined || WRITING.test(word));
}
