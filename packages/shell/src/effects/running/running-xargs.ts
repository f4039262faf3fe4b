import { anySuffix } from './any-suffix.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { quotedWord } from '../item/command-text.ts';
import { setOf } from '../../tables/runners/options.ts';
import type { GivenText } from '../state/state.ts';
import type { ListedWords } from '../analysis.ts';
import type { Inner, Running } from './running.ts';
import { groupsOfList, linesOfList, readXargs, type XargsOptions } from '../../tables/runners/xargs-list.ts';

/** Those that ask on the terminal, read another file or set a variable. */
const HARMFUL = setOf('-p --interactive -o --open-tty -a --arg-file -J -R --process-slot-var');

/** How what is read is told in a word. */
const PLACE = '{}';

const UNKNOWN = '${_}';

const ECHO: Item = { ...addedItem('echo'), isLiteral: true };

/** The command that `xargs` runs, with the words that it adds. Those of a list that the line gives are known, too. */
export function xargsRunning(items: readonly Item[], input: GivenText | undefined): Running {
  const shared = { name: 'xargs', staysHere: true } as const;
  const read = readXargs(argumentsOf(items), 1);
  if (read === undefined) {
    const inner = anySuffix(items.slice(1), [addedItem(undefined)]);
    return { ...shared, inner, allow: 'as-written', isTransparent: false };
  }
  const { next, given, replaced, isAdded, listFile } = read;
  const command = items.slice(next);
  const words = [
    ...(replaced === undefined ? command : command.map((item) => withoutReplaced(item, replaced))),
    ...(isAdded ? [addedItem(undefined)] : []),
  ];
  const isBare = next === 1 && command.length > 0;
  const readsElsewhere = listFile !== undefined;
  // What a search lists is the word that is added.
  const isTold = !readsElsewhere && command.length > 0 && input?.ends === undefined;
  const text = isTold ? (input?.text ?? '') : '';
  const known = [...(isAdded ? withWords(command, text, given) : []), ...withLines(command, text, read)];
  return {
    ...shared,
    // Without a command it is echo, which prints what it is given.
    inner: [...known, { kind: 'words', items: command.length === 0 ? [ECHO, ...words] : words }],
    allow: isBare ? 'inner' : 'as-written',
    isTransparent: !given.some(({ name }) => HARMFUL.has(name)),
    readsElsewhere,
    takesNames: (ends) => namesTaken(ends, given),
  };
}

/** With `-0`, or at blanks. */
function namesTaken(ends: 'line' | 'zero', given: XargsOptions['given']): ListedWords | undefined {
  const names = given.map(({ name }) => name);
  if (names.some((name) => OTHERWISE.has(name))) return undefined;
  const isZero = names.includes('-0') || names.includes('--null');
  if (ends === 'zero') return isZero ? 'whole' : undefined;
  return isZero ? undefined : 'split';
}

const OTHERWISE = setOf('-d --delimiter -E -e --eof -I -i -J -R --replace -L -l --max-lines');

/** `echo push origin | xargs git`: all at once, and as many at a time as an option says. */
function withWords(command: readonly Item[], text: string, given: XargsOptions['given']): readonly Inner[] {
  return groupsOfList(text, given).map((words) => ({
    kind: 'words',
    items: [...command, ...words.map(listedItem)],
  }));
}

/** `xargs -I{} git {} origin`: a line at a time. */
function withLines(
  command: readonly Item[],
  text: string,
  { replaced = '', given }: XargsOptions,
): readonly Inner[] {
  if (replaced === '') return [];
  return linesOfList(text, given).map((line): Inner => {
    const items = command.map((item) => {
      const word = textOf(item);
      return word?.includes(replaced) === true ? listedItem(word.replaceAll(replaced, line)) : item;
    });
    return { kind: 'words', items };
  });
}

/** A word of a list, in which `${_}` stands for what isn't known. */
function listedItem(text: string): Item {
  const at = text.indexOf(UNKNOWN);
  if (at === -1) return { ...addedItem(text), written: quotedWord(text) };
  return { ...addedItem(at === 0 ? undefined : { prefix: text.slice(0, at), isOne: false }), written: text };
}

/** The text is replaced wherever it is in a word, which stays one word. */
function withoutReplaced(item: Item, replaced: string): Item {
  const text = textOf(item);
  if (text === undefined) return { ...item, value: undefined, end: undefined };
  const at = text.indexOf(replaced);
  if (at === -1) return item;
  return {
    ...item,
    written: replaced === '' ? item.written : text.replaceAll(replaced, PLACE),
    value: { prefix: text.slice(0, at), isOne: true },
    isLiteral: false,
    approximation: replaced === '' ? undefined : text.replaceAll(replaced, '${_}'),
    end: undefined,
  };
}
