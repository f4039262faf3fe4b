import { textOf, type Item } from '../item/item.ts';

/** With which character each name ends that a search prints as it is; undefined: it may print something else. */
export function listEnds(name: string, items: readonly Item[]): 'line' | 'zero' | undefined {
  const words = items.slice(1).map((item) => textOf(item) ?? (item.isGlob ? '' : undefined));
  if (!words.every((word) => word !== undefined)) return undefined;
  if (FINDS.has(name)) return endsOfFind(words);
  if (GREPS.has(name)) return endsOfRecursive(words);
  return name === 'git' ? endsOfGit(words) : undefined;
}

const FINDS = new Set(['find', 'gfind', 'bfs']);

const ACTION = /^-(?:print.*|fprint.*|f?ls|exec.*|ok.*|delete|quit)$/u;

/** Of links it prints the names alone, unless it follows them. */
function endsOfFind(words: readonly string[]): 'line' | 'zero' | undefined {
  if (
    words.some((word) => /^-(?:[LHDOf]|files0-from|follow)/u.test(word) && !/^-(?:fstype|false)$/u.test(word))
  )
    return undefined;
  const actions = words.filter((word) => ACTION.test(word) && word !== '-quit');
  if (actions.length > 1) return undefined;
  const [action = '-print'] = actions;
  return action === '-print' ? 'line' : action === '-print0' ? 'zero' : undefined;
}

const GREPS = new Set(['grep', 'egrep', 'fgrep', 'ggrep']);

const OF_RECURSIVE =
  /^(?:-[rlinEFGPwHsIZ]+|--(?:include|exclude|exclude-dir)=.*|--(?:recursive|files-with-matches|null|ignore-case|color=never))$/u;

/** Names below the directories that it is given, which come before them. */
function endsOfRecursive(words: readonly string[]): 'line' | 'zero' | undefined {
  const options = words.filter((word) => word.startsWith('-'));
  const has = (letter: string, name: string): boolean =>
    options.some((word) => word === name || (/^-\w+$/u.test(word) && word.includes(letter)));
  const isListing = has('r', '--recursive') && has('l', '--files-with-matches');
  if (!isListing || !options.every((word) => OF_RECURSIVE.test(word))) return undefined;
  // Without a directory, names have none before them.
  return words.length - options.length < 2 ? undefined : has('Z', '--null') ? 'zero' : 'line';
}

const OF_LS_FILES = /^(?:-[zcmd]+|--cached|--modified|--deleted|--)$/u;
const OF_GREP =
  /^(?:-[lziwEFGPIhv]+|--(?:files-with-matches|name-only|null|ignore-case|word-regexp|cached))$/u;

/** Files that it tracks, as they are seen from where it runs. */
function endsOfGit([command, ...words]: readonly string[]): 'line' | 'zero' | undefined {
  const options = words.filter((word) => word.startsWith('-'));
  // Names from elsewhere would be told as seen from here.
  if (words.some((word) => word === '' || /^[:/]|\.\./u.test(word))) return undefined;
  const isListing =
    command === 'ls-files'
      ? options.every((word) => OF_LS_FILES.test(word))
      : command === 'grep' &&
        options.every((word) => OF_GREP.test(word)) &&
        options.some((word) => /^-\w*l|^--(?:files|name)/u.test(word)) &&
        words.length - options.length === 1;
  if (!isListing) return undefined;
  return options.some((word) => /^-\w*z|^--null$/u.test(word)) ? 'zero' : 'line';
}
