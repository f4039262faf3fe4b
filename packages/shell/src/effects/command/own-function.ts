import { isKnownProgram } from '../../tables/possible-touches.ts';
import { textOf, type Item } from '../item/item.ts';
import { changesDirectory, mayChangeVariables } from '../state/shell-builtins.ts';
import type { State } from '../state/state.ts';
import { CONTROL } from './judge.ts';
import { PLAIN, type Judgment } from './judgment.ts';

/**
 * What a call of a function does by itself, which the script has defined for certain: its commands stand in the line, and are judged
 * there, whatever words they are given. Undefined: it is no such call, or a table knows a program or a builtin of this name.
 */
export function ownFunction([first]: readonly Item[], { defined }: State): Judgment | undefined {
  const name = textOf(first);
  if (name === undefined || !defined.has(name) || !isFree(name)) return undefined;
  const why = `the commands of the function ${name} are judged by themselves`;
  return { ...PLAIN, isReadOnly: true, why, usesNetwork: false };
}

function isFree(name: string): boolean {
  const isOfShell = mayChangeVariables(name) || changesDirectory(name) || CONTROL.has(name) || name === 'set';
  return /^[A-Za-z_]\w*$/u.test(name) && !isOfShell && !isKnownProgram(name);
}
