import { anySuffix } from './any-suffix.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { options, setOf, skipOptions, type GivenOption } from './options.ts';
import type { Running } from './running.ts';

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

const ECHO: Item = { ...addedItem('echo'), isLiteral: true };

/** The command that `xargs` runs, with the words that it adds, which no one knows. */
export function xargsRunning(items: readonly Item[]): Running {
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
  return {
    ...shared,
    // Without a command it is echo, which prints what it is given.
    inner: [{ kind: 'words', items: command.length === 0 ? [ECHO, ...words] : words }],
    allow: isBare ? 'inner' : 'as-written',
    isTransparent: !given.some(({ name }) => HARMFUL.has(name)),
    readsElsewhere: given.some(({ name }) => name === '-a' || name === '--arg-file'),
  };
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
