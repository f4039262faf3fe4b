import type { Argument } from './argument.ts';
import { knownWord } from './known-word.ts';

/** `surely`: nothing is left of what was in a file. `perhaps`: something else takes its place. */
type Emptying = 'surely' | 'perhaps';

export interface EmptiedWords<Word> {
  readonly how: Emptying;
  readonly items: readonly Word[];
  /** In a directory, it makes files. Default false. */
  readonly entersDirectories?: boolean;
}

interface CommandWord {
  readonly value: Argument;
  readonly written: string;
  readonly isGlob: boolean;
  readonly search?: object;
}

interface CommandInput {
  readonly text: string;
  readonly isKnown: boolean;
}

/** Which words of a command name what it empties; undefined: none does. */
type EmptyingProgram = <Word extends CommandWord>(
  items: readonly Word[],
  input: CommandInput | undefined,
) => EmptiedWords<Word> | undefined;

/** Programs that empty files, or write something else over them, by name. */
export const emptyingPrograms: ReadonlyMap<string, EmptyingProgram> = new Map<string, EmptyingProgram>([
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

function byTee<Word extends CommandWord>(
  items: readonly Word[],
  input: CommandInput | undefined,
): EmptiedWords<Word> | undefined {
  if (has(items, /^-\w*a|^--app/u)) return undefined;
  // xargs gives it no input.
  const isFromList = items.some(({ written }) => written === '' || written.includes('{}'));
  const isEmpty = isFromList || (input?.isKnown === true && input.text.trim() === '');
  return { how: isEmpty ? 'surely' : 'perhaps', items };
}

function inPlace<Word extends CommandWord>(
  items: readonly Word[],
  option: RegExp,
  isEmptying: (script: string, isQuiet: boolean) => boolean,
): EmptiedWords<Word> | undefined {
  if (!has(items, option)) return undefined;
  const given = items.findIndex((item) => /^(?:-\w*e|--expression)$/u.test(knownWord(item.value) ?? ''));
  const isQuiet = has(items, /^-\w*n/u);
  const at =
    given === -1
      ? items.findIndex((item, index) => {
          const text = knownWord(item.value);
          return text?.startsWith('-') !== true && !/^(?:inplace|-i)$/u.test(text ?? '') && index >= 0;
        })
      : given + 1;
  const script = knownWord(items[at]?.value);
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

function byFallocate<Word extends CommandWord>(items: readonly Word[]): EmptiedWords<Word> | undefined {
  const option = /^-\w*[pzc]|^--(?:punch|zero|collapse)/u;
  return has(items, option) ? { how: 'surely', items } : undefined;
}

/** `vim -es -c '%d' -c wqa` */
function byEditor<Word extends CommandWord>(items: readonly Word[]): EmptiedWords<Word> | undefined {
  return has(items, /(?:^|[+:;|\s])(?:%|1,\$)d(?:elete)?\b/u) ? { how: 'surely', items } : undefined;
}

const NOTHING = /^\/dev\/(?:null|zero|u?random)$/u;

/** `cp x "$f"`: a target that stands for one name after the other. */
function copied<Word extends CommandWord>(items: readonly Word[]): EmptiedWords<Word> | undefined {
  if (has(items, NOTHING)) return { how: 'surely', items: items.slice(-1) };
  if (has(items, /^-\w*t|^--target-d/u)) return undefined;
  const operands = items.filter((item) => knownWord(item.value)?.startsWith('-') !== true);
  const target = operands.at(-1);
  const isPattern = target?.isGlob === true && target.search === undefined;
  const isOne = typeof target?.value !== 'object' || target.value.isOne;
  if (target === undefined || operands.length > 2 || (isPattern && !isOne)) return undefined;
  return { how: 'perhaps', items: [target], entersDirectories: true };
}

/** The value of the option that says where a download goes. */
function savedTo<Word extends CommandWord>(items: readonly Word[], option: RegExp): EmptiedWords<Word> {
  const targets = items.filter((_, index) => option.test(knownWord(items[index - 1]?.value) ?? ''));
  return { how: 'perhaps', items: targets };
}

function byDd<Word extends CommandWord>(items: readonly Word[]): EmptiedWords<Word> | undefined {
  if (has(items, /^conv=.*notrunc/u) && !has(items, /^if=\/dev\//u)) return undefined;
  const targets = items.flatMap((item): readonly Word[] => {
    const { value, written } = item;
    const prefix = typeof value === 'object' ? value.prefix : '';
    if (typeof value !== 'object' || !prefix.startsWith('of=')) return [];
    return [{ ...item, value: { ...value, prefix: prefix.slice(3) }, written: written.replace(/^of=/u, '') }];
  });
  return { how: has(items, /^if=\/dev\//u) ? 'surely' : 'perhaps', items: targets };
}

function has(items: readonly CommandWord[], pattern: RegExp): boolean {
  return items.some((item) => pattern.test(knownWord(item.value) ?? ''));
}
