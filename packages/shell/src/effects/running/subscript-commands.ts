import { commandOf } from './command-options.ts';
import { textOf, type Item } from '../item/item.ts';
import type { Inner } from './running.ts';

/** Builtins that take names of variables, whose subscripts bash expands once more. */
const TAKES_NAMES = new Set(
  'printf read let [ test unset declare typeset local export readonly mapfile readarray getopts wait'.split(
    ' ',
  ),
);

/** A subscript, or an expression of `let`, with a command substitution in it. */
const SUBSTITUTION = /(?:\[|^[^[]*=)[^]*?(?:\$\(|`)/u;

/** `printf -v 'a[$(rm x)]' y`, `let 'x=a[$(rm x)]'`: what the substitutions in subscripts run. */
export function subscriptCommands(name: string, items: readonly Item[]): readonly Inner[] {
  if (!TAKES_NAMES.has(name)) return [];
  return items.flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) return [];
    if (name === 'let' ? !/\$\(|`/u.test(text) : !namesElement(text)) return [];
    return [commandOf(subscriptText(text))];
  });
}

/** `a[$(rm x)]`, as a name or as the value of a variable that arithmetic reads. */
export function namesElement(text: string): boolean {
  return /^[\w+\-*/ ()=]*\w\[/u.test(text) && SUBSTITUTION.test(text);
}

/** Its substitutions as bash would run them: it is expanded like a word in double quotes. */
export function subscriptText(text: string): string {
  return text.length > MAX_TEXT ? '${_}' : `: "${text.replaceAll('"', String.raw`\"`)}"`;
}

const MAX_TEXT = 1000;
