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
  const delimiter = delimiterOf(operands);
  if (builtin !== 'read') {
    const [name = 'MAPFILE'] = names;
    const pieces = input
      ?.replace(/\n$/u, '')
      .split(delimiter)
      .filter((piece, at) => piece !== '' || at === 0);
    setVariable(shell, name, pieces ?? [HOLE]);
    return true;
  }
  if (input === undefined) {
    for (const name of names) setVariable(shell, name, [HOLE]);
    return true;
  }
  if (input === '') return false;
  const end = input.indexOf(delimiter);
  const line = end === -1 ? input.replace(/\n$/u, '') : input.slice(0, end);
  shell.input = end === -1 ? '' : input.slice(end + delimiter.length);
  const isArray = operands.some((word) => /^-\w*a/u.test(word));
  const separators = variable(shell, 'IFS')?.[0] ?? ' \t\n';
  if (isArray) setVariable(shell, names[0] ?? 'REPLY', fieldsOf(line, separators, Infinity));
  else if (names.length === 0) setVariable(shell, 'REPLY', [line]);
  else {
    const fields = fieldsOf(line, separators, names.length);
    for (const [index, name] of names.entries()) setVariable(shell, name, [fields[index] ?? '']);
  }
  return true;
}

/** What a line holds, split as the shell does; the last of so many fields is the rest. */
function fieldsOf(line: string, separators: string, most: number): Values {
  const fields: string[] = [];
  let rest = withoutBlanks(line, separators);
  while (rest !== '' && fields.length < most - 1) {
    let at = 0;
    while (at < rest.length && !separators.includes(rest.charAt(at))) at += 1;
    if (at === rest.length) break;
    fields.push(rest.slice(0, at));
    const isBlank = BLANK.test(rest.charAt(at));
    rest = withoutBlanks(rest.slice(isBlank ? at : at + 1), separators);
  }
  return rest === '' ? fields : [...fields, rest];
}

const BLANK = /[ \t\n]/u;

function withoutBlanks(text: string, separators: string): string {
  let start = 0;
  while (BLANK.test(text.charAt(start)) && separators.includes(text.charAt(start))) start += 1;
  let end = text.length;
  while (end > start && BLANK.test(text.charAt(end - 1)) && separators.includes(text.charAt(end - 1)))
    end -= 1;
  return text.slice(start, end);
}

/** `-d,`, `-d ,`; of an empty one, the character 0. */
function delimiterOf(operands: Values): string {
  for (const [index, word] of operands.entries()) {
    if (/^-[a-zA-Z]*d$/u.test(word)) return operands[index + 1]?.charAt(0) || '\0';
    const attached = /^-d(.)/su.exec(word)?.[1];
    if (attached !== undefined) return attached;
  }
  return '\n';
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
