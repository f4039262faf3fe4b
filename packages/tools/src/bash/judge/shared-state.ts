import { gitCommand, type Words } from './git-command.ts';

/**
 * What a command of git changes of all worktrees together, as paths in the repository: its settings, which can make git run programs and
 * go to other places, its hooks, and what has been stashed.
 */
export function sharedState(words: Words): readonly string[] {
  const called = gitCommand(words);
  if (called?.command === undefined) return [];
  const { command, rest } = called;
  return WRITES.get(command)?.(rest) ?? [];
}

const SETTINGS: readonly string[] = ['config'];
const NOTHING: readonly string[] = [];

const WRITES: ReadonlyMap<string, (words: Words) => readonly string[]> = new Map([
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
  ['stash', (words) => (mayBe(verbOf(words), /^clear$/u) ? ['refs/stash'] : NOTHING)],
]);

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
