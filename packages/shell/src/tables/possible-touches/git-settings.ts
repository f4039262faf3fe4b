import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import type { Arguments, ParsedArguments } from '../row.ts';
import { changingAny } from './git-changes.ts';

/** Options before the sub-command that don't matter for what it changes. */
const HARMLESS = /^(?:-[pP]|--(?:no-pager|paginate|no-optional-locks|no-advice|no-lazy-fetch|html-path))$/u;

/** Settings that don't decide on the names of files. */
const OF_WORDS =
  /^(?:(?:user|author|committer|advice|color|column|pager|log|help|gpg|commit|i18n)\..*|core\.(?:editor|pager|quotepath|abbrev|commentchar)|sequence\.editor)(?:=|$)/iu;

const NOWHERE_KNOWN: Argument = { prefix: '', isOne: true };

/** What git names is known only where it looks at the repository of the directory, and by its own settings. */
export function withSettings(
  touches: readonly FileTouch[],
  { given }: ParsedArguments,
  words: Arguments,
): readonly FileTouch[] {
  // A path may be written in another case then.
  if (words.some((word) => typeof word === 'string' && word.endsWith('-pathspecs')))
    return touches.map((touch) =>
      touch.gitNames === undefined ? touch : { ...touch, path: '.', isTree: true, isOfTop: true },
    );
  const others = [...given.keys()].filter((name) => name !== '-C');
  const settings = given.get('-c') ?? [];
  const areOfWords = settings.every((setting) => setting !== undefined && OF_WORDS.test(setting));
  const isElsewhere = others.some((name) => name !== '-c' && name !== '--config-env');
  const isConfigured = !areOfWords || others.some((name) => name !== '-c');
  const isStrange = hasStrangeOption(given, words);
  return touches.map((touch) => {
    if (touch.gitNames === undefined) return touch;
    const isRead = touch.access === 'read';
    if (isRead ? others.length === 0 : !isConfigured && !isStrange) return touch;
    if (typeof touch.gitNames === 'object') return { ...changingAny, gitRunsIn: NOWHERE_KNOWN };
    const { isOfTop: _isOfTop, ...plain } = touch;
    if (isElsewhere || !isRead) return { ...plain, gitNames: undefined };
    return { ...touch, gitNames: 'all' };
  });
}

/** One that isn't known here. */
function hasStrangeOption(given: ParsedArguments['given'], words: Arguments): boolean {
  const known = new Set([...given.values()].flat());
  return words.some((word) => {
    if (typeof word !== 'string') return true;
    const isValue = known.has(word);
    return !isValue && word.startsWith('-') && word !== '-C' && word !== '-c' && !HARMLESS.test(word);
  });
}
