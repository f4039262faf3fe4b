/** A command of git, without the options of git itself; undefined words aren't known. */
type Words = readonly (string | undefined)[];

/** Refs that a command of git moves, in full or as a branch's name; `all`: it may move any. */
export type MovedRefs = readonly string[] | 'all';

/** @param words behind the name of git's command */
type Rule = (words: Words) => MovedRefs;

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
  ['pull', fetched],
  ['push', pushed],
  ['send-pack', pushed],
  ['subtree', (words) => known(valuesOf(words, /^(?:-b|--b\w*=?)(.*)$/u))],
  ['fast-import', ANY],
  ['filter-branch', ANY],
  ['filter-repo', ANY],
  ['receive-pack', ANY],
]);

const GIT = /(?:^|\/)git(?:-[\w-]+)?$/u;

/** @param words a command with its name: a program that isn't known may be git, whichever command of it its words say */
export function movedRefs([name, ...words]: Words): MovedRefs {
  if (name !== undefined && !GIT.test(name)) return NONE;
  const own = /(?:^|\/)git-([\w-]+)$/u.exec(name ?? '')?.[1];
  const { command, rest } = own === undefined ? commandOf(words) : { command: own, rest: words };
  // `git "$x"`
  if (command === undefined) return words.includes(undefined) ? 'all' : NONE;
  return RULES.get(command)?.(rest) ?? NONE;
}

/** An alias that the line itself gives is what it says. */
function commandOf(words: Words): { readonly command: string | undefined; readonly rest: Words } {
  const aliases = new Map<string, string>();
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const option = words[at] ?? '';
    if (!/^-[cC]$|^--(?:git-dir|work-tree|namespace|exec-path|config-env)$/u.test(option)) continue;
    at += 1;
    const [, alias, value] = /^alias\.([^=]+)=([^]*)$/iu.exec(words[at] ?? '') ?? [];
    if (option === '-c' && alias !== undefined && value !== undefined) aliases.set(alias, value);
  }
  const [command, ...rest] = words.slice(at);
  const alias = command === undefined ? undefined : aliases.get(command);
  if (alias === undefined) return { command, rest };
  const [first, ...others] = alias.trim().split(/\s+/u);
  return { command: first, rest: [...others, ...rest] };
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

function ofBranch(words: Words): MovedRefs {
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

function fetched(words: Words): MovedRefs {
  return hasLong(words, 'stdin', 'refmap') ? 'all' : targets(operandsOf(words).slice(1), '');
}

const PUSH_VALUE = /^(?:-[a-zA-Z]*o|--(?:pu[\w-]*|rece[\w-]*|e\w*|repo?))$/u;

/** Only to a repository on this machine: what another has is not what is checked out here. */
function pushed(words: Words): MovedRefs {
  const operands = operandsOf(words, PUSH_VALUE);
  const [repository] =
    operands.length > 0 ? operands : [...valuesOf(words, /^--repo?(?:=|$)(.*)$/u), 'origin'];
  const isLocal = repository === undefined || /^(?:file:|\.|\/|[\w.-]+\/)/u.test(repository);
  if (!isLocal) return NONE;
  const refspecs = operands.slice(1);
  if (hasLong(words, 'mirror', 'all', 'branches', 'prune', 'stdin') || refspecs.length === 0) return 'all';
  return targets(refspecs, 'same');
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
