import type { FileTouch, GitChange } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments, ParsedArguments } from '../row.ts';
import { changing, commitsOf, entryOf, isUnderstood, wordsAfter } from './git-changes.ts';
import type { Touches } from './git-work-tree.ts';

const DIGITS = '0123456789';

/** How commits and what they change are told, which says nothing of other commits or files. */
const FORMS =
  'patch stat shortstat numstat name-only name-status summary oneline pretty format abbrev-commit no-patch color unified word-diff minimal ' +
  'patience histogram date decorate notes';

const SHOWING = { letters: 'pqsu', valued: 'U', long: FORMS };
const LOGGING = { letters: `pu${DIGITS}`, valued: 'nU', long: `${FORMS} max-count graph` };
const FORMATTING = {
  letters: DIGITS,
  valued: 'no',
  long: 'stdout signoff numbered output-directory max-count',
};
const ARCHIVING = { letters: 'v', valued: 'o', long: 'format prefix output verbose' };
const SHOWING_STASH = { letters: 'pu', long: 'patch stat include-untracked only-untracked' };

const shows = (by: GitChange['by'], commits: readonly string[]): FileTouch => ({
  ...changing(by, commits),
  access: 'read',
});

/** Without paths, and without the name of an object that is not a commit. */
const namesCommits = ({ positionals }: ParsedArguments): boolean =>
  positionals.every(({ value, isAfterSeparator }) => !isAfterSeparator && value?.includes(':') === false);

/** What `git show` shows of commits; otherwise what `other` says. */
export const shownCommits =
  (other: Touches): Touches =>
  (parsed, argv) => {
    if (!isUnderstood(SHOWING, parsed, wordsAfter(argv, 'show')) || !namesCommits(parsed))
      return other(parsed, argv);
    const commits = commitsOf(parsed.positionals);
    return [shows('show', commits.length === 0 ? ['HEAD'] : commits)];
  };

/** The same of `git log -p`. */
export const loggedCommits =
  (other: Touches): Touches =>
  (parsed, argv) => {
    const words = wordsAfter(argv, 'log');
    const { positionals } = parsed;
    if (!isUnderstood(LOGGING, parsed, words) || !namesCommits(parsed) || positionals.length > 1)
      return other(parsed, argv);
    const count = countIn(words);
    return count === undefined ? other(parsed, argv) : [last(count, parsed)];
  };

/** What `git format-patch -1` writes into files. */
export const formattedCommits =
  (other: Touches): Touches =>
  (parsed, argv) => {
    const words = wordsAfter(argv, 'format-patch');
    const { positionals } = parsed;
    const count = countIn(words);
    const isKnown = isUnderstood(FORMATTING, parsed, words) && namesCommits(parsed);
    if (!isKnown || positionals.length > 1 || count === undefined || count === '') return other(parsed, argv);
    return [last(count, parsed, 'no-merges')];
  };

function last(count: string, { positionals }: ParsedArguments, ...more: readonly string[]): FileTouch {
  const [commit = 'HEAD'] = commitsOf(positionals);
  return shows('show', ['', count, commit, ...more]);
}

/** Empty: all of them. Undefined: it isn't certain. */
function countIn(words: Arguments): string | undefined {
  const texts = words.map((word) => knownWord(word) ?? '');
  const counts = texts.flatMap((text, at) => {
    if (/^(?:-n|--max-count)$/u.test(text)) return [texts[at + 1] ?? ''];
    return /^(?:-n?|--max-count=)(\d+)$/u.exec(text)?.slice(1) ?? [];
  });
  const [count = ''] = counts;
  const isPlain = counts.length === 0 || /^\d{1,4}$/u.test(count);
  // `-p2`
  const isMixed = texts.some((text) => /^-[a-zA-Z]+\d/u.test(text) && !/^-[nU]\d+$/u.test(text));
  return counts.length > 1 || !isPlain || isMixed ? undefined : count;
}

/** What an entry of the stash holds, as `git stash show -p` shows it. */
export const shownStash =
  (other: Touches): Touches =>
  (parsed, argv) => {
    const [, entry, ...others] = parsed.positionals;
    const isKnown = isUnderstood(SHOWING_STASH, parsed, wordsAfter(argv, 'stash'));
    return isKnown && others.length === 0 ? [shows('stash', [entryOf(entry?.value)])] : other(parsed, argv);
  };

/** All that a commit has. */
export const archivedCommit =
  (other: Touches): Touches =>
  (parsed, argv) => {
    const [commit, ...paths] = commitsOf(parsed.positionals);
    const isKnown = isUnderstood(ARCHIVING, parsed, wordsAfter(argv, 'archive'));
    return isKnown && commit !== undefined && paths.length === 0
      ? [shows('tree', ['', commit])]
      : other(parsed, argv);
  };
