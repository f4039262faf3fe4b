import type { GitSetting } from '../../repository.ts';
import type { ParsedArguments } from '../../row.ts';

/**
 * Settings that reveal nothing confidential, wherever they are set: how git behaves, and who commits, which every
 * commit shows.
 */
const OPEN =
  /^(?:user\.(?:name|email|signingkey)|author\.(?:name|email)|committer\.(?:name|email)|(?:color|column|advice|pull|push|fetch|rebase|merge|status|log|init|gc|rerere)\.[a-z]+|commit\.(?:gpgsign|verbose)|tag\.(?:gpgsign|sort)|diff\.(?:algorithm|colormoved|renames|mnemonicprefix)|core\.(?:editor|pager|autocrlf|eol|safecrlf|filemode|bare|ignorecase|symlinks|quotepath|excludesfile|attributesfile|hookspath|worktree|fsmonitor|untrackedcache|repositoryformatversion|logallrefupdates|precomposeunicode|whitespace|abbrev)|filter\.lfs\.[a-z]+|safe\.directory)$/u;

const SCOPES = ['--local', '--worktree', '--global', '--system'];

export function isConfidential({ key }: GitSetting): boolean {
  return !OPEN.test(key);
}

/** The settings whose values `git config` shows, by the words after it. */
export function settingsAskedFor({ given, positionals }: ParsedArguments): (setting: GitSetting) => boolean {
  const scope = SCOPES.find((name) => given.has(name))?.slice(2);
  const words = positionals.map(({ value }) => value);
  const isList =
    given.has('-l') ||
    given.has('--get-regexp') ||
    words.length === 0 ||
    words.includes(undefined) ||
    words[0] === 'list';
  const name = words[0] === 'get' ? words[1] : words[0];
  const key = isList || name === undefined ? undefined : keyOf(name);
  return (setting) =>
    isConfidential(setting) &&
    (scope === undefined || setting.scope === scope) &&
    (key === undefined || setting.key === key);
}

/** Section and name are the same in any case; the part between them is not. */
function keyOf(name: string): string {
  const first = name.indexOf('.');
  const last = name.lastIndexOf('.');
  if (first === -1) return name.toLowerCase();
  return name.slice(0, first).toLowerCase() + name.slice(first, last) + name.slice(last).toLowerCase();
}

/** Parts of remote URLs, many of which contain a token. */
export function isAddress({ key }: GitSetting): boolean {
  return /^(?:url|remote)\./u.test(key);
}
