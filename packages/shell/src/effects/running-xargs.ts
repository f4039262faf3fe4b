import { anySuffix } from './any-suffix.ts';
import { addedItem, argumentsOf, textOf, type Item } from './item.ts';
import { options, skipOptions } from './options.ts';
import type { Running } from './running.ts';

const OPTIONS = options(
  '-0 --null -r --no-run-if-empty -t --verbose -x --exit -p --interactive -o --open-tty -e -i -l',
  '-n --max-args -P --max-procs -L --max-lines -s --max-chars -d --delimiter -E --eof -a --arg-file -I -J -R --replace',
);

/** Those that ask on the terminal or read another file. */
const HARMFUL = new Set(['-p', '--interactive', '-o', '--open-tty', '-a', '--arg-file', '-J', '-R']);

const ECHO: Item = { ...addedItem('echo'), isLiteral: true };

/** The command that `xargs` runs, with the words that it adds, which nobody knows. */
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
  const words =
    replaced === undefined
      ? [...command, addedItem(undefined)]
      : command.map((item) => withoutReplaced(item, replaced));
  const isBare = next === 1 && command.length > 0;
  return {
    ...shared,
    // Without a command it is echo, which prints what it is given.
    inner: [{ kind: 'words', items: command.length === 0 ? [ECHO, ...words] : words }],
    allow: isBare ? 'inner' : 'as-written',
    isTransparent: !given.some(({ name }) => HARMFUL.has(name)),
  };
}

function replacedText(
  given: readonly { readonly name: string; readonly value: unknown }[],
): string | undefined {
  for (const { name, value } of given) {
    if (name === '-i') return '{}';
    if (name === '-I' || name === '-J' || name === '--replace') return typeof value === 'string' ? value : '';
  }
  return undefined;
}

/** The text is replaced wherever it stands in a word, which stays one word. */
function withoutReplaced(item: Item, replaced: string): Item {
  const text = textOf(item);
  if (text === undefined) return { ...item, value: undefined, end: undefined };
  const at = text.indexOf(replaced);
  if (at === -1) return item;
  return {
    ...item,
    value: { prefix: text.slice(0, at), isOne: true },
    isLiteral: false,
    approximation: replaced === '' ? undefined : text.replaceAll(replaced, '${_}'),
    end: undefined,
  };
}
