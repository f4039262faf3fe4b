import type { FileEffect } from '../analysis.ts';
import { textOfPieces } from '../../globs/glob-piece.ts';
import { textOf, type Item } from '../item/item.ts';
import { pathEffects, type Standpoint } from '../path/path-effects.ts';
import type { GivenText } from '../state/state.ts';
import { isSubstituted, type NameLists } from './list-words.ts';
import { removalsOfInput } from './removals-of-input.ts';

/** `surely`: nothing is left of what was in a file. `perhaps`: something else takes its place. */
type Emptying = 'surely' | 'perhaps';

export interface Emptied {
  readonly how: Emptying;
  readonly items: readonly Item[];
  /** In a directory, it makes files. Default false. */
  readonly entersDirectories?: boolean;
}

/**
 * Removals of what is in files that a command empties, or writes something else over, where its words don't name them: what a pattern
 * matches or a list holds. Of files that get other content, only everything in a directory is meant.
 */
export function emptiedFiles(
  [name, ...items]: readonly Item[],
  lists: NameLists,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const program = textOf(name)?.replace(/^.*\//u, '') ?? '';
  const found = PROGRAMS.get(program)?.(items, lists.input);
  if (found === undefined) return [];
  return found.how === 'surely' ? removals(found.items, standpoint) : replacedBy(found, lists, standpoint);
}

/** The same of what redirections write over, of names in a list too. */
export function emptiedByRedirections(
  overwritten: Emptied,
  lists: NameLists,
  standpoint: Standpoint,
): readonly FileEffect[] {
  if (overwritten.how === 'perhaps') return replacedBy(overwritten, lists, standpoint);
  const emptied = removals(overwritten.items, standpoint);
  const known = emptied.filter(({ path, removal }) => path !== undefined || removal !== undefined);
  return [...known, ...removalsOfInput([], lists.input, emptied, standpoint)];
}

function removals(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  return items
    .filter((item) => textOf(item) === undefined)
    .flatMap((item) => pathEffects('remove', item, false, standpoint));
}

function replacedBy(
  { items, entersDirectories }: Emptied,
  { input, evaluated }: NameLists,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const isEntered = entersDirectories === true;
  const printed = items.some(({ written }) => isSubstituted(written)) ? evaluated?.listed : [];
  const all = [...items, ...(printed ?? [])].filter((item) => !isEntered || !namesDirectories(item));
  const own = removals(all, standpoint);
  const given = isEntered ? withoutDirectories(input) : input;
  return [...own, ...removalsOfInput([], given, own, standpoint)].filter(isOfEverything);
}

/** Everything in a directory, or all that a search finds below it. */
function isOfEverything({ path, removal, levels = 0 }: FileEffect): boolean {
  if (removal === 'contents' || removal === 'home') return true;
  return path !== undefined && removal === undefined && levels === 0;
}

/** What is written to a directory lands in it. */
function namesDirectories({ globs, search }: Item): boolean {
  return search?.isOfDirectories === true || globs.some((pieces) => textOfPieces(pieces).endsWith('/'));
}

function withoutDirectories(input: GivenText | undefined): GivenText | undefined {
  if (input === undefined) return undefined;
  const { listed, around } = input;
  return {
    ...input,
    listed: listed?.filter((item) => !namesDirectories(item)),
    around: withoutDirectories(around),
  };
}

type Program = (items: readonly Item[], input: GivenText | undefined) => Emptied | undefined;

const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['tee', byTee],
  ['sponge', byTee],
  ['ln', (items) => (has(items, /^-\w*f|^--force/u) ? copied(items) : undefined)],
  ...['cp', 'gcp', 'mv', 'gmv', 'install', 'rsync', 'scp'].map((name) => [name, copied] as const),
  ['curl', (items) => savedTo(items, /^(?:-\w*o|--output)$/u)],
  ['wget', (items) => savedTo(items, /^(?:-\w*O|--output-document)$/u)],
  ...['vi', 'vim', 'nvim', 'ex', 'ed'].map((name) => [name, byEditor] as const),
  ['sed', (items) => inPlace(items, /^-\w*i|^--in-place/u, isEmptyingSed)],
  ['gsed', (items) => inPlace(items, /^-\w*i|^--in-place/u, isEmptyingSed)],
  ['perl', (items) => inPlace(items, /^-\w*i/u, isEmptyingPerl)],
  ['ruby', (items) => inPlace(items, /^-\w*i/u, isEmptyingPerl)],
  ['gawk', (items) => inPlace(items, /^inplace$/u, isEmptyingAwk)],
  ['awk', (items) => inPlace(items, /^inplace$/u, isEmptyingAwk)],
  ['fallocate', byFallocate],
  ['dd', byDd],
]);

function byTee(items: readonly Item[], input: GivenText | undefined): Emptied | undefined {
  if (has(items, /^-\w*a|^--app/u)) return undefined;
  // xargs gives it no input.
  const isFromList = items.some(({ written }) => written === '' || written.includes('{}'));
  const isEmpty = isFromList || (input?.isKnown === true && input.text.trim() === '');
  return { how: isEmpty ? 'surely' : 'perhaps', items };
}

function inPlace(
  items: readonly Item[],
  option: RegExp,
  isEmptying: (script: string, isQuiet: boolean) => boolean,
): Emptied | undefined {
  if (!has(items, option)) return undefined;
  const given = items.findIndex((item) => /^(?:-\w*e|--expression)$/u.test(textOf(item) ?? ''));
  const isQuiet = has(items, /^-\w*n/u);
  const at =
    given === -1
      ? items.findIndex((item, index) => {
          const text = textOf(item);
          return text?.startsWith('-') !== true && !/^(?:inplace|-i)$/u.test(text ?? '') && index >= 0;
        })
      : given + 1;
  const script = textOf(items[at]);
  return script !== undefined && isEmptying(script, isQuiet)
    ? { how: 'surely', items: items.filter((_, index) => index !== at) }
    : undefined;
}

/** `d`, `1,$d`, `/./d`, `s|.*||`, and with -n what prints nothing. */
function isEmptyingSed(script: string, isQuiet: boolean): boolean {
  if (isQuiet) return !/[pPwW]/u.test(script);
  return /^\s*(?:(?:[01],\$|\/\^?(?:\.\*?)?\$?\/)?\s*[dDQ]|s(\W)\^?\.\*\$?\1\1g?)[\s;]*$/u.test(script);
}

function isEmptyingPerl(script: string, isQuiet: boolean): boolean {
  if (isQuiet) return !/\b(?:print|say|puts|printf|write|p)\b/u.test(script);
  return /^\s*\$_\s*=\s*(?:""|''|q+\(\)|undef|nil)\s*;?\s*$/u.test(script);
}

function isEmptyingAwk(script: string): boolean {
  return /^\s*(?:0|\{\s*\})?\s*$/u.test(script);
}

function byFallocate(items: readonly Item[]): Emptied | undefined {
  const option = /^-\w*[pzc]|^--(?:punch|zero|collapse)/u;
  return has(items, option) ? { how: 'surely', items } : undefined;
}

/** `vim -es -c '%d' -c wqa` */
function byEditor(items: readonly Item[]): Emptied | undefined {
  return has(items, /(?:^|[+:;|\s])(?:%|1,\$)d(?:elete)?\b/u) ? { how: 'surely', items } : undefined;
}

const NOTHING = /^\/dev\/(?:null|zero|u?random)$/u;

/** `cp x "$f"`: a target that stands for one name after the other. */
function copied(items: readonly Item[]): Emptied | undefined {
  if (has(items, NOTHING)) return { how: 'surely', items: items.slice(-1) };
  if (has(items, /^-\w*t|^--target-d/u)) return undefined;
  const operands = items.filter((item) => textOf(item)?.startsWith('-') !== true);
  const target = operands.at(-1);
  const isPattern = target?.isGlob === true && target.search === undefined;
  const isOne = typeof target?.value !== 'object' || target.value.isOne;
  if (target === undefined || operands.length > 2 || (isPattern && !isOne)) return undefined;
  return { how: 'perhaps', items: [target], entersDirectories: true };
}

/** The value of the option that says where a download goes. */
function savedTo(items: readonly Item[], option: RegExp): Emptied {
  const targets = items.filter((_, index) => option.test(textOf(items[index - 1]) ?? ''));
  return { how: 'perhaps', items: targets };
}

function byDd(items: readonly Item[]): Emptied | undefined {
  if (has(items, /^conv=.*notrunc/u) && !has(items, /^if=\/dev\//u)) return undefined;
  const targets = items.flatMap((item): readonly Item[] => {
    const { value, written } = item;
    const prefix = typeof value === 'object' ? value.prefix : '';
    if (typeof value !== 'object' || !prefix.startsWith('of=')) return [];
    return [{ ...item, value: { ...value, prefix: prefix.slice(3) }, written: written.replace(/^of=/u, '') }];
  });
  return { how: has(items, /^if=\/dev\//u) ? 'surely' : 'perhaps', items: targets };
}

function has(items: readonly Item[], pattern: RegExp): boolean {
  return items.some((item) => pattern.test(textOf(item) ?? ''));
}

/** Whether a command, as far as it is known, prints nothing: `:`, `true`, `echo -n`, `cat /dev/null`. No words: a bare redirection. */
export function printsNothing(items: readonly Item[]): boolean {
  const [name = ':', ...words] = items.map((item) => textOf(item));
  if (name === ':' || name === 'true' || name === 'false') return true;
  if (name === 'cat') return words.length > 0 && words.every((word) => word === '/dev/null');
  const isPrinting = name === 'echo' || name === 'printf';
  return isPrinting && words.every((word) => word !== undefined && /^(?:-[neE]+|\s*|\\[0nc]*)$/u.test(word));
}
