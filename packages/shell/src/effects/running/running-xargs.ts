import { anySuffix } from './any-suffix.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { quotedWord } from '../item/command-text.ts';
import { options, setOf, skipOptions, type GivenOption } from './options.ts';
import type { GivenText } from '../state/state.ts';
import type { Inner, Running } from './running.ts';

/** GNU's and BSD's. Of the long ones, those with a short form for which the value is optional never take the next word. */
const OPTIONS = options(
  '-0 --null -r --no-run-if-empty -t --verbose -x --exit -p --interactive -o --open-tty --show-limits --help --version',
  '-n --max-args -P --max-procs -L -s --max-chars -d --delimiter -E -a --arg-file -I -J -R --process-slot-var',
  '-e --eof -i --replace -l --max-lines',
);

/** Those that ask on the terminal, read another file or set a variable. */
const HARMFUL = setOf('-p --interactive -o --open-tty -a --arg-file -J -R --process-slot-var');

const REPLACING = setOf('-i -I -J --replace');

/** Where one of these follows, nothing is replaced, and the words are added at the end. */
const COUNTING = setOf('-n --max-args -L -l --max-lines');

/** How what is read is told in a word. */
const PLACE = '{}';

const UNKNOWN = '${_}';

const DELIMITING = setOf('-0 --null -d --delimiter');

const ECHO: Item = { ...addedItem('echo'), isLiteral: true };

/** More words of a list that the line gives aren't looked at one by one. */
const MAX_WORDS = 100;
const MAX_RUNS = 20;

/** The command that `xargs` runs, with the words that it adds. Those of a list that the line gives are known, too. */
export function xargsRunning(items: readonly Item[], input: GivenText | undefined): Running {
  const shared = { name: 'xargs', staysHere: true } as const;
  const skipped = skipOptions(argumentsOf(items), 1, OPTIONS);
  if (skipped === undefined) {
    const inner = anySuffix(items.slice(1), [addedItem(undefined)]);
    return { ...shared, inner, allow: 'as-written', isTransparent: false };
  }
  const { next, given } = skipped;
  const replaced = replacedText(given);
  const command = items.slice(next);
  const isAdded = replaced === undefined || given.some(({ name }) => COUNTING.has(name));
  const words = [
    ...(replaced === undefined ? command : command.map((item) => withoutReplaced(item, replaced))),
    ...(isAdded ? [addedItem(undefined)] : []),
  ];
  const isBare = next === 1 && command.length > 0;
  const readsElsewhere = given.some(({ name }) => name === '-a' || name === '--arg-file');
  const text = readsElsewhere || command.length === 0 ? '' : (input?.text ?? '');
  const known = [...(isAdded ? withWords(command, text, given) : []), ...withLines(command, text, replaced)];
  return {
    ...shared,
    // Without a command it is echo, which prints what it is given.
    inner: [...known, { kind: 'words', items: command.length === 0 ? [ECHO, ...words] : words }],
    allow: isBare ? 'inner' : 'as-written',
    isTransparent: !given.some(({ name }) => HARMFUL.has(name)),
    readsElsewhere,
  };
}

/** `echo push origin | xargs git`: all at once, and as many at a time as an option says. */
function withWords(command: readonly Item[], text: string, given: readonly GivenOption[]): readonly Inner[] {
  const words = wordsOf(text, given);
  if (words.length === 0) return [];
  const counts = given.flatMap(({ name, value }) =>
    COUNTING.has(name) && typeof value === 'string' && Number(value) > 0 ? [Number(value)] : [],
  );
  const sizes = new Set([words.length, ...counts.filter((count) => count < words.length)]);
  return [...sizes].flatMap((size) =>
    Array.from({ length: Math.min(MAX_RUNS, Math.ceil(words.length / size)) }, (_, run): Inner => {
      const added = words.slice(run * size, (run + 1) * size).map(listedItem);
      return { kind: 'words', items: [...command, ...added] };
    }),
  );
}

/** `xargs -I{} git {} origin`: a line at a time, without the blanks at its beginning. */
function withLines(command: readonly Item[], text: string, replaced: string | undefined): readonly Inner[] {
  if (replaced === undefined || replaced === '') return [];
  const lines = text.split(/[\n\0]/u).map((line) => line.trimStart());
  return lines
    .filter((line) => line !== '')
    .slice(0, MAX_RUNS)
    .map((line): Inner => {
      const items = command.map((item) => {
        const word = textOf(item);
        return word?.includes(replaced) === true ? listedItem(word.replaceAll(replaced, line)) : item;
      });
      return { kind: 'words', items };
    });
}

/** Quotes and backslashes hold blanks together, unless the words end otherwise. */
function wordsOf(text: string, given: readonly GivenOption[]): readonly string[] {
  const delimiter = given.findLast(({ name }) => DELIMITING.has(name));
  const isQuoted = delimiter === undefined;
  const end = typeof delimiter?.value === 'string' ? delimiter.value : undefined;
  const words = isQuoted
    ? (text.match(/(?:\\[^]|"[^"\n]*"|'[^'\n]*'|[^\s"'\\])+/gu) ?? []).map(withoutQuotes)
    : text.split(end?.length === 1 ? end : /[\n\0]|\\[n0]/u);
  return words.filter((word) => word !== '').slice(0, MAX_WORDS);
}

function withoutQuotes(word: string): string {
  return word.replaceAll(/\\([^])|"([^"]*)"|'([^']*)'/gu, (_, ...[escaped, double, single]: string[]) =>
    [escaped, double, single].join(''),
  );
}

/** A word of a list, in which `${_}` stands for what isn't known. */
function listedItem(text: string): Item {
  const at = text.indexOf(UNKNOWN);
  if (at === -1) return { ...addedItem(text), written: quotedWord(text) };
  return { ...addedItem(at === 0 ? undefined : { prefix: text.slice(0, at), isOne: false }), written: text };
}

/** Undefined: nothing is replaced; empty: what is replaced is not known. */
function replacedText(given: readonly GivenOption[]): string | undefined {
  const replacing = given.filter(({ name }) => REPLACING.has(name));
  const [only, ...others] = replacing;
  if (only === undefined) return undefined;
  if (others.length > 0) return '';
  const isOptional = only.name === '-i' || only.name === '--replace';
  if (isOptional && only.value === undefined) return '{}';
  return typeof only.value === 'string' ? only.value : '';
}

/** The text is replaced wherever it stands in a word, which stays one word. */
function withoutReplaced(item: Item, replaced: string): Item {
  const text = textOf(item);
  if (text === undefined) return { ...item, value: undefined, end: undefined };
  const at = text.indexOf(replaced);
  if (at === -1) return item;
  return {
    ...item,
    ...(replaced !== '' && { written: text.replaceAll(replaced, PLACE) }),
    value: { prefix: text.slice(0, at), isOne: true },
    isLiteral: false,
    approximation: replaced === '' ? undefined : text.replaceAll(replaced, '${_}'),
    end: undefined,
  };
}
