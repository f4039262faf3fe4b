import { gitCommand, type Words } from './git-command.ts';

/** Refs that a command of git moves, in full or as a branch's name; `all`: it may move any. */
export type MovedRefs = readonly string[] | 'all';

export interface RefContext {
  /** Whether a push to a remote, by its name or URL, may come to the repository that it comes from; undefined: any that is set. */
  readonly leadsHome: (remote: string | undefined) => boolean;
  /** Whether git's settings say that branches of a remote come to branches here, rather than to `refs/remotes`. */
  readonly fetchesBranches: () => boolean;
  /** Of each word that isn't known it is known that it is one. */
  readonly keepsWords: boolean;
}

const ELSEWHERE: RefContext = {
  leadsHome: () => false,
  fetchesBranches: () => false,
  keepsWords: false,
};

/** @param words behind the name of git's command */
type Rule = (words: Words, context: RefContext) => MovedRefs;

const NONE: MovedRefs = [];

const ANY: Rule = () => 'all';

/** Where git itself refuses to move a branch that another worktree has checked out, only with the option that lifts this. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'update-ref',
    (words) =>
      hasLong(words, 'stdin', 'batch-updates') ? 'all' : known(operandsOf(words, /^-m$/u).slice(0, 1)),
  ],
  [
    'symbolic-ref',
    (words) => {
      const operands = operandsOf(words, /^-m$/u);
      return operands.length > 1 || has(words, /^-d/u) || hasLong(words, 'delete') ? known(operands) : NONE;
    },
  ],
  ['branch', ofBranch],
  ['checkout', switched],
  ['switch', switched],
  ['worktree', addedWorktree],
  ['fetch', fetched],
  ['pull', pulled],
  ['push', pushed],
  ['send-pack', pushed],
  ['subtree', subtree],
  ['replace', (words) => (has(words, /^-[ld]|^--l/u) || operandsOf(words).length < 2 ? NONE : 'all')],
  ['lfs', (words) => (words.some((word) => word === undefined || word === 'migrate') ? 'all' : NONE)],
  ['fast-import', ANY],
  // Newer versions move branches themselves.
  ['replay', ANY],
  ['history', ANY],
  ['filter-branch', ANY],
  ['filter-repo', ANY],
  ['receive-pack', ANY],
]);

/** @param words a command with its name: a program that isn't known may be git, whichever command of it its words say */
export function movedRefs(words: Words, context: RefContext = ELSEWHERE): MovedRefs {
  const called = gitCommand(words);
  if (called === undefined) return NONE;
  const { command, rest, settings, mayBeAlias } = called;
  if (mayBeAlias) return 'all';
  // `git "$x"`
  if (command === undefined) return words.slice(1).includes(undefined) ? 'all' : NONE;
  const given = { ...context, leadsHome: () => true, fetchesBranches: () => true };
  return RULES.get(command)?.(rest, settings.some(isOfRemotes) ? given : context) ?? NONE;
}

/** Where remotes are, or what is fetched from them. */
function isOfRemotes(setting: string | undefined): boolean {
  return (
    setting === undefined || /^(?:remote|url|branch|push|fetch|pull|include|includeif)\./iu.test(setting)
  );
}

function has(words: Words, pattern: RegExp): boolean {
  return words.some((word) => word !== undefined && pattern.test(word));
}

/** Whether a word may be one of these options: git takes the beginning of a name for the whole, as long as no other has it. */
function hasLong(words: Words, ...names: readonly string[]): boolean {
  return words.some((word) => names.some((name) => isLong(word, name)));
}

function isLong(word: string | undefined, name: string): boolean {
  const start = /^--([^=]+)/u.exec(word ?? '')?.[1];
  return start !== undefined && name.startsWith(start);
}

/** Without the values of these options. */
function operandsOf(words: Words, withValue = /^$/u): Words {
  return words.filter((word, at) => word?.startsWith('-') !== true && !withValue.test(words[at - 1] ?? 'x'));
}

/** What an option is given, in its word or behind it. */
function valuesOf(words: Words, option: RegExp): Words {
  return words.flatMap((word, at) => {
    const value = option.exec(word ?? '')?.[1];
    return value === undefined ? [] : [value === '' ? words[at + 1] : value];
  });
}

function known(words: Words): MovedRefs {
  const refs = words.filter((word) => word !== undefined);
  return refs.length < words.length || refs.some((ref) => /@\{|^-$/u.test(ref)) ? 'all' : refs;
}

const UPSTREAM = /^-u/u;
const UPSTREAM_VALUE = /^(?:-u|--set-upstream-to)$/u;

/** What `git pull` takes into a branch is changed with where it comes from. */
function ofBranch(words: Words): MovedRefs {
  if (has(words, UPSTREAM) || hasLong(words, 'set-upstream-to', 'unset-upstream', 'edit-description'))
    return known(operandsOf(words, UPSTREAM_VALUE));
  const operands = operandsOf(words);
  if (has(words, /^-[a-zA-Z]*[mMdD]/u) || hasLong(words, 'move', 'delete')) return known(operands);
  if (has(words, /^-[a-zA-Z]*[cC]/u) || hasLong(words, 'copy')) return known(operands.slice(-1));
  return isForced(words) ? known(operands.slice(0, 1)) : NONE;
}

function isForced(words: Words): boolean {
  return has(words, /^-[a-zA-Z]*f/u) || hasLong(words, 'force');
}

const NAMED = /^(?:-[a-zA-Z]*[BC]|--force-\w*=?)(.*)$/u;

function switched(words: Words): MovedRefs {
  if (has(words, NAMED)) return known(valuesOf(words, NAMED));
  return hasLong(words, 'ignore-other-worktrees') ? known(operandsOf(words).slice(0, 1)) : NONE;
}

/** `-f PATH BRANCH` checks out a branch for the second time. */
function addedWorktree([action, ...words]: Words): MovedRefs {
  if (action !== 'add') return NONE;
  if (has(words, NAMED)) return known(valuesOf(words, NAMED));
  return isForced(words) ? known(operandsOf(words).slice(1)) : NONE;
}

function pulled(words: Words, { keepsWords, fetchesBranches }: RefContext): MovedRefs {
  if (!keepsWords && words.includes(undefined)) return 'all';
  return fetchesBranches() ? 'all' : fetchedAsNamed(words);
}

function fetchedAsNamed(words: Words): MovedRefs {
  return hasLong(words, 'stdin', 'refmap') ? 'all' : targets(operandsOf(words).slice(1), '');
}

/** Git itself refuses to fetch into a branch that is checked out, without the option that lifts this: `git fetch origin "$branch"`. */
function fetched(words: Words, context: RefContext): MovedRefs {
  const mayLift = has(words, /^-[a-zA-Z]*u/u) || hasLong(words, 'update-head-ok');
  if (mayLift) return pulled(words, context);
  const isOne = context.keepsWords && words.filter((word) => word === undefined).length === 1;
  if (!isOne && words.includes(undefined)) return context.keepsWords ? fetchedAsNamed(words) : 'all';
  return fetchedAsNamed(words.filter((word) => word !== undefined));
}

const PUSH_VALUE = /^(?:-[a-zA-Z]*o|--(?:pu[\w-]*|rece[\w-]*|e\w*|repo?))$/u;

/** Only to a repository on this machine: what another has is not what is checked out here. */
function pushed(words: Words, { leadsHome }: RefContext): MovedRefs {
  const operands = operandsOf(words, PUSH_VALUE);
  const named = operands.length > 0 ? operands : valuesOf(words, /^--repo?(?:=|$)(.*)$/u);
  if (!mayBeHere(named, leadsHome)) return NONE;
  const refspecs = operands.slice(1);
  if (hasLong(words, 'mirror', 'all', 'branches', 'prune', 'stdin') || refspecs.length === 0) return 'all';
  return targets(refspecs, 'same');
}

/** @param named the repository first; none: whatever git's settings say */
function mayBeHere(named: Words, leadsHome: RefContext['leadsHome']): boolean {
  const [repository] = named;
  if (repository === undefined && named.length > 0) return true;
  const isLocal = repository !== undefined && /^(?:file:|\.|\/|~|[\w.-]+\/)/u.test(repository);
  return isLocal || leadsHome(repository);
}

/** `git subtree push -P DIRECTORY REPOSITORY REF` */
function subtree(words: Words, { leadsHome }: RefContext): MovedRefs {
  const made = known(valuesOf(words, /^(?:-b|--b\w*=?)(.*)$/u));
  const [verb, ...operands] = operandsOf(words, /^(?:-[bPm]|--(?:p[\w-]*|b[\w-]*|m[\w-]*|annotate|onto))$/u);
  if (verb !== undefined && verb !== 'push') return made;
  return mayBeHere(operands, leadsHome) ? targets(operands.slice(1), 'same') : made;
}

/** @param otherwise what a refspec without a target stands for */
function targets(refspecs: Words, otherwise: 'same' | ''): MovedRefs {
  const refs: string[] = [];
  for (const refspec of refspecs) {
    const [source, target = otherwise === 'same' ? source : undefined] = (refspec ?? '')
      .replace(/^\+/u, '')
      .split(':');
    if (refspec === undefined || target?.includes('*') === true) return 'all';
    if (target !== undefined) refs.push(target);
  }
  return refs;
}
