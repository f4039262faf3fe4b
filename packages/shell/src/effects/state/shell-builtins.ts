import type { SimpleCommand, Word } from '../../tree.ts';

/** A command's name and the words after it, `command` and `builtin` before them left out. */
export interface BuiltinCall {
  /** Undefined: not known. */
  readonly name: string | undefined;
  readonly operands: readonly Word[];
}

/** How the shell itself would see these words: a function or a program is not looked for here. */
export function builtinCall(words: readonly Word[]): BuiltinCall {
  let index = 0;
  while (words[index]?.literal === 'command' || words[index]?.literal === 'builtin') {
    const start = index;
    index += 1;
    while (words[index]?.literal?.startsWith('-') === true) {
      if (/^-p*[vV]/u.test(words[index]?.literal ?? '')) return { name: words[start]?.literal, operands: [] };
      index += 1;
    }
  }
  return { name: words[index]?.literal, operands: words.slice(index + 1) };
}

/** After one of these, a name may mean another command than it says. */
const CHANGES_NAMES = new Set(
  'alias unalias shopt enable hash trap eval source . exec bind complete compopt fc history'.split(' '),
);

/** These declare variables, and functions too. */
const DECLARES = new Set('export declare typeset readonly local'.split(' '));

/** These set variables to what isn't known here. */
const SETS_VARIABLES = new Set('mapfile readarray unset getopts let eval source . trap'.split(' '));

/** The shell may be in another directory after one of these. */
const CHANGES_DIRECTORY = new Set('cd pushd popd eval source . trap'.split(' '));

export function changesNames({ name, operands }: BuiltinCall): boolean {
  // Without operands, these only tell.
  if ((name === 'alias' || name === 'hash' || name === 'history') && operands.length === 0) return false;
  if (name === 'shopt' && operands.every(({ literal }) => HARMLESS_SHOPT.test(literal ?? ''))) return false;
  return name !== undefined && CHANGES_NAMES.has(name);
}

/** `exec 2>&1`, `exec 3>&-`: descriptors of the shell become others of its own, or are closed; no file is opened. */
export function copiesDescriptors({ words, assignments, redirections }: SimpleCommand): boolean {
  const [name, ...others] = words;
  return (
    name?.literal === 'exec' &&
    others.length + assignments.length === 0 &&
    redirections.length > 0 &&
    redirections.every(
      ({ descriptor, operator, target }) =>
        typeof descriptor === 'number' &&
        (operator === '>&' || operator === '<&') &&
        /^(?:\d+-?|-)$/u.test(target.literal ?? ''),
    )
  );
}

/** No word becomes another, or goes away, as with `nullglob`. */
const HARMLESS_SHOPT = /^(?:-[suqp]|failglob|checkwinsize)$/u;

/** The variables that a plain `read` sets; undefined for other forms of it. */
export function readNames(operands: readonly (string | undefined)[]): readonly string[] | undefined {
  const names: string[] = [];
  for (const [index, operand] of operands.entries()) {
    if (operand === '-r' && index === 0) continue;
    if (operand === undefined || !/^[A-Za-z_]\w*$/u.test(operand)) return undefined;
    names.push(operand);
  }
  return names.length === 0 ? undefined : names;
}

export function isDeclaration(name: string): boolean {
  return DECLARES.has(name);
}

export function setsVariables({ name, operands }: BuiltinCall): boolean {
  if (name === 'read') return readNames(operands.map((word) => word.literal)) === undefined;
  if (name === undefined || SETS_VARIABLES.has(name) || isDeclaration(name)) return true;
  // Without -v, printf and wait set nothing.
  if (name !== 'printf' && name !== 'wait') return false;
  const [first] = operands;
  return operands.length > 0 && (first?.literal === undefined || first.literal.startsWith('-'));
}

/** Whether a command of this name could set variables, whatever its operands. */
export function mayChangeVariables(name: string): boolean {
  const isWrapper = name === 'command' || name === 'builtin';
  return (
    isWrapper ||
    setsVariables({ name, operands: [] }) ||
    /^(?:printf|wait)$/u.test(name) ||
    CHANGES_NAMES.has(name)
  );
}

export function changesDirectory(name: string | undefined): boolean {
  return name === undefined || CHANGES_DIRECTORY.has(name);
}

/** Only options that end the script earlier, or print what it does. */
export function isHarmlessSet(operands: readonly (string | undefined)[]): boolean {
  const [first, second] = operands;
  if (operands.length === 1) return first !== undefined && /^[-+][euvx]+$/u.test(first);
  if (operands.length !== 2 || first === undefined || second === undefined) return false;
  return /^[-+][euvx]*o$/u.test(first) && /^(?:errexit|nounset|pipefail|verbose|xtrace)$/u.test(second);
}

const RESERVED = new Set(
  '! { } [[ ]] case coproc do done elif else esac fi for function if in select then time until while'.split(
    ' ',
  ),
);

/** A command called by a word of the grammar: quoted, or because a parser read it otherwise than the shell. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}
