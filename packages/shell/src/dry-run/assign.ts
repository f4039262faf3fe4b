import type { Assignment } from '../tree.ts';
import { expandWords, textOfWord, type Printed } from './expand.ts';
import { HOLE } from './marks.ts';
import { setVariable, variable, type Shell, type Values } from './shell.ts';

/** Carries out an assignment. */
export function assign(shell: Shell, { name, isAppend, value, index }: Assignment, printed: Printed): void {
  const before = isAppend || index !== undefined ? (variable(shell, name) ?? []) : [];
  if (!('parts' in value))
    return setVariable(shell, name, [...before, ...expandWords(shell, value, printed)]);
  const text = textOfWord(shell, value, printed);
  if (index === undefined) return setVariable(shell, name, [(before[0] ?? '') + text, ...before.slice(1)]);
  // Where an index is computed, the order is that of the assignments.
  const at = /^\d{1,3}$/u.test(index) ? Number(index) : before.length;
  const all = Array.from({ length: Math.max(before.length, at + 1) }, (_, place) => before[place] ?? '');
  setVariable(shell, name, all.with(at, text));
}

/** `declare x=1`, `export x`, `local x=1`. */
export function declare(shell: Shell, builtin: string, operands: Values): void {
  const options = operands.filter((word) => /^[-+]\w/u.test(word)).join('');
  const isExport = builtin === 'export' || options.includes('x');
  for (const word of operands) {
    const [, name, append, value] = /^(\w+)(?:(\+?)=([^]*))?$/u.exec(word) ?? [];
    if (name === undefined) continue;
    if (value !== undefined) setVariable(shell, name, declared(shell, name, append === '+', value));
    if (isExport) shell.exported.add(name);
  }
}

/** `declare -a x=(a b)` comes as one word. */
function declared(shell: Shell, name: string, isAppend: boolean, value: string): Values {
  return [(isAppend ? (variable(shell, name)?.[0] ?? '') : '') + value];
}

/** `read a b`, `mapfile -t lines`: false where there is no more input. */
export function readInput(shell: Shell, builtin: string, operands: Values): boolean {
  const names = namesOf(operands);
  const { input } = shell;
  if (builtin !== 'read') {
    const [name = 'MAPFILE'] = names;
    setVariable(shell, name, input === undefined ? [HOLE] : input.replace(/\n$/u, '').split('\n'));
    return true;
  }
  if (input === undefined) {
    for (const name of names) setVariable(shell, name, [HOLE]);
    return true;
  }
  if (input === '') return false;
  const end = input.indexOf('\n');
  const line = end === -1 ? input : input.slice(0, end);
  shell.input = end === -1 ? '' : input.slice(end + 1);
  const isArray = operands.some((word) => /^-\w*a/u.test(word));
  const words = line.trim().split(/[ \t]+/u);
  if (isArray) setVariable(shell, names[0] ?? 'REPLY', words);
  else if (names.length === 0) setVariable(shell, 'REPLY', [line]);
  else
    for (const [index, name] of names.entries())
      setVariable(shell, name, [
        index === names.length - 1 ? words.slice(index).join(' ') : (words[index] ?? ''),
      ]);
  return true;
}

/** Options whose value is the next word. */
const WITH_VALUE = /^-\w*[dinNptuOsCc]$/u;

function namesOf(operands: Values): Values {
  return operands.filter(
    (word, index) =>
      /^[A-Za-z_]\w*$/u.test(word) &&
      !(WITH_VALUE.test(operands[index - 1] ?? '') && !/^-r?t$/u.test(operands[index - 1] ?? '')),
  );
}
