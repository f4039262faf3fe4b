import type { Command, Script, SimpleCommand, Word, WordPart } from '../../tree.ts';
import { builtinCall, isDeclaration } from './shell-builtins.ts';
import { visitScript } from './visit.ts';

/** `default`: by `${x:=…}`. */
export interface WordBinding {
  readonly kind: 'word';
  readonly parts: readonly WordPart[];
  readonly from: 'assignment' | 'append' | 'default' | 'loop';
}

/** One way in which a script gives a variable a value: by a word, or by what is read, computed, or reached through another name. */
export type Binding = WordBinding | { readonly kind: 'unknown' };

/** Every value that a script gives its variables, whatever the form and the order. */
export interface Bindings {
  readonly of: (name: string) => readonly Binding[];
}

const READERS = new Set('read mapfile readarray printf getopts wait'.split(' '));

/** These run text that the shell reads. */
const EVALUATES = new Set(['eval', 'trap', 'source', '.']);

const UNKNOWN: Binding = { kind: 'unknown' };

export function bindingsOf(script: Script, source: string): Bindings {
  const known = new Map<string, Binding[]>();
  const evaluated: string[] = [];
  let isAnyBound = false;
  /** Other text may set variables of its own: those that this one doesn't. */
  let isSourced = false;

  const bind = (name: string, binding: Binding): void => {
    const all = known.get(name);
    if (all === undefined) known.set(name, [binding]);
    else all.push(binding);
  };
  const bindWord = (name: string, { parts }: Pick<Word, 'parts'>, from: WordBinding['from']): void =>
    bind(name, { kind: 'word', parts, from });

  const declare = (operands: readonly Word[]): void => {
    const options = operands.filter(({ literal }) => /^[-+]/u.test(literal ?? ''));
    // A nameref gives its values to another variable; `-l` and `-u` change them.
    const isOther = options.some(({ literal = '' }) => /^-\w*[nlucA]/u.test(literal));
    isAnyBound ||= options.some(({ literal = '' }) => /^-\w*n/u.test(literal));
    for (const word of operands) {
      if (options.includes(word)) continue;
      const [first, ...rest] = word.parts;
      const [, name, append, value] =
        (first?.type === 'literal'
          ? /^(\w+)(?:\[[^\]]*\])?(?:(\+?)=([^]*))?$/u.exec(first.value)
          : undefined) ?? [];
      if (first?.type !== 'literal' || name === undefined) isAnyBound = true;
      else if (isOther) bind(name, UNKNOWN);
      else if (value !== undefined)
        bindWord(name, { parts: [{ ...first, value }, ...rest] }, append === '+' ? 'append' : 'assignment');
    }
  };

  const simple = ({ assignments, words, start, end }: SimpleCommand): void => {
    for (const { name, value, isAppend } of assignments)
      for (const word of 'parts' in value ? [value] : value)
        bindWord(name, word, 'parts' in value ? (isAppend ? 'append' : 'assignment') : 'loop');
    const { name, operands } = builtinCall(words);
    // `env NAME=value program`
    if (words.some(({ literal }) => GIVES_ENVIRONMENT.test(literal ?? '')))
      declare(words.filter(isAssignment));
    if (name === undefined) return;
    if (isDeclaration(name)) declare(operands);
    if (EVALUATES.has(name)) {
      evaluated.push(source.slice(start, end));
      // A trap is mostly a removal of the variable's value, put into its text.
      const isComputed = operands.some(({ literal }) => literal === undefined);
      isSourced ||= name === 'source' || name === '.' || (name === 'eval' && isComputed);
      isAnyBound ||= name === 'eval' && isComputed && !operands.every(isOutput);
    }
    if (!READERS.has(name) || (name === 'printf' && operands[0]?.literal?.startsWith('-v') !== true)) return;
    if (name === 'getopts') bind('OPTARG', UNKNOWN);
    for (const { literal } of operands) {
      if (literal === undefined) isAnyBound ||= name !== 'printf' && name !== 'wait';
      else bind(literal.replace(/^-v|\[.*$/gu, ''), UNKNOWN);
    }
  };

  const command = (one: Command): void => {
    if (one.type === 'simple') simple(one);
    if (one.type !== 'for' && one.type !== 'select') return;
    if (one.words === undefined) bind(one.variable, UNKNOWN);
    for (const word of one.words ?? []) bindWord(one.variable, word, 'loop');
  };

  const part = (one: WordPart): void => {
    if (one.type !== 'parameter' || !/^(?:\[[^\]]*\])?:?=/u.test(one.operation)) return;
    if (one.words.length === 0) bind(one.name, UNKNOWN);
    for (const word of one.words) bindWord(one.name, word, 'default');
  };

  visitScript(script, { command, part });
  const isEvaluated = (name: string): boolean =>
    evaluated.some((text) =>
      new RegExp(String.raw`(?<![\w$]|\$\{)${name}(?!\w)|\$\{${name}:?=`, 'u').test(text),
    );
  return {
    of: (name) => {
      const found = known.get(name) ?? [];
      const isOpen =
        isAnyBound || (isSourced && found.length === 0) || (/^\w+$/u.test(name) && isEvaluated(name));
      return isOpen ? [...found, UNKNOWN] : found;
    },
  };
}

const GIVES_ENVIRONMENT = /^(?:.*\/)?(?:env|sudo|doas)$/u;

function isAssignment({ parts: [first] }: Word): boolean {
  return first?.type === 'literal' && /^\w+=/u.test(first.value);
}

/** `"$(ssh-agent -s)"`. */
function isOutput({ parts }: Word): boolean {
  return parts.every(
    (part) => part.type === 'command-substitution' || (part.type === 'literal' && part.value === ''),
  );
}
