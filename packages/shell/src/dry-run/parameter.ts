import type { Word, WordPart } from '../tree.ts';
import { HOLE, patternOf } from './marks.ts';
import { setVariable, variable, type Shell, type Values } from './shell.ts';

type Parameter = Extract<WordPart, { readonly type: 'parameter' }>;

/** What a parameter stands for: several words for `$@` and arrays. */
export interface Expanded {
  readonly values: Values;
  /** `$*` and `${a[*]}`: one word where it is quoted. */
  readonly isJoined: boolean;
}

const OPERATION = /^(!?)(?:\[([^\]]*)\])?(:?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?|@|:)?/u;

/** @param textOfWord the one text of an operand */
export function expandParameter(
  shell: Shell,
  { name, operation, words }: Parameter,
  textOfWord: (word: Word) => string,
): Expanded {
  const [, prefix, index, operator] = OPERATION.exec(operation) ?? [];
  const operand = words.at(index === undefined ? 0 : 1);
  const indexWord = index === undefined ? undefined : words[0];
  const target = prefix === '!' && index === undefined ? (variable(shell, name)?.[0] ?? HOLE) : name;
  const all = allOf(shell, target);
  const isList = /^[@*]$/u.test(target) || index === '@' || index === '*';
  const isJoined = target === '*' || index === '*';
  const position = indexWord === undefined ? '0' : textOfWord(indexWord);
  const chosen = isList ? all : all?.slice(Number(position) || 0).slice(0, 1);
  const isEmpty = chosen === undefined || chosen.join('') === '' || chosen.join('') === HOLE;
  const text = (): string => (operand === undefined ? '' : textOfWord(operand));
  const unknown: Values = [HOLE];
  switch (operator) {
    case undefined:
      return { values: chosen ?? unknown, isJoined };
    case '-':
    case ':-':
      return { values: isEmpty ? [text()] : chosen, isJoined };
    case '=':
    case ':=': {
      if (!isEmpty) return { values: chosen, isJoined };
      setVariable(shell, name, [text()]);
      return { values: [text()], isJoined };
    }
    case '+':
    case ':+':
      return { values: [text()], isJoined };
    case '?':
    case ':?':
      // An empty one ends the shell.
      return { values: isEmpty ? unknown : chosen, isJoined };
    case ':':
      return { values: isList && all !== undefined ? sliced(all, target, text()) : unknown, isJoined };
    case '@':
      return { values: chosen ?? unknown, isJoined };
    default:
      return { values: chosen?.map((one) => changed(one, operator, text())) ?? unknown, isJoined };
  }
}

function allOf(shell: Shell, name: string): Values | undefined {
  const { parameters } = shell;
  if (/^[@*]$/u.test(name)) return parameters;
  if (!/^[1-9]\d*$/u.test(name)) return variable(shell, name);
  const given = parameters?.[Number(name) - 1];
  if (given !== undefined) return [given];
  // One that is not given is empty: `rm -rf "$1"/*` is about the root.
  return parameters === undefined || shell.testsParameters ? undefined : [''];
}

/** `"${@:2}"`, `"${a[@]:1:3}"`. */
function sliced(all: Values, name: string, range: string): Values {
  const [from = '', count] = range.split(':');
  const start = Number(from) - (/^[@*]$/u.test(name) ? 1 : 0);
  if (!Number.isInteger(start) || start < 0) return [HOLE];
  return all.slice(start, count === undefined ? undefined : start + (Number(count) || 0));
}

function changed(value: string, operator: string, operand: string): string {
  // Without an operand, `#` asks for the length.
  if (operand === '' || operand.includes(HOLE))
    return /^[,^]/u.test(operator) ? inCase(value, operator) : HOLE;
  switch (operator) {
    case '#':
    case '##':
    case '%':
    case '%%':
      return trimmed(value, operator, operand);
    case '/':
    case '//':
    case '/#':
    case '/%': {
      const slash = operand.indexOf('/');
      const from = slash === -1 ? operand : operand.slice(0, slash);
      const by = slash === -1 ? '' : operand.slice(slash + 1);
      const pattern = patternOf(from, '[^]', (source) => framed(source, operator));
      if (pattern === undefined || from === '') return HOLE;
      return operator === '//' ? value.replaceAll(pattern, () => by) : replacedOnce(value, pattern, by);
    }
    default:
      return HOLE;
  }
}

function inCase(value: string, operator: string): string {
  if (operator === '^^') return value.toUpperCase();
  return operator === ',,' ? value.toLowerCase() : HOLE;
}

function framed(source: string, operator: string): string {
  if (operator === '/#') return `^(?:${source})`;
  return operator === '/%' ? `(?:${source})$` : source;
}

function replacedOnce(value: string, pattern: RegExp, by: string): string {
  const at = value.search(pattern);
  const length = at === -1 ? 0 : (value.slice(at).match(pattern)?.[0].length ?? 0);
  return at === -1 ? value : value.slice(0, at) + by + value.slice(at + length);
}

function trimmed(value: string, operator: string, operand: string): string {
  const pattern = patternOf(operand, '[^]', (source) => `^(?:${source})$`);
  if (pattern === undefined || value.length > MAX_TRIMMED) return HOLE;
  const isStart = operator.startsWith('#');
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  for (const length of operator.length === 1 ? lengths : lengths.toReversed()) {
    const at = isStart ? length : value.length - length;
    const [part, rest] = isStart
      ? [value.slice(0, at), value.slice(at)]
      : [value.slice(at), value.slice(0, at)];
    if (part.search(pattern) === 0) return rest;
  }
  return value;
}

const MAX_TRIMMED = 200;

/** Whether words depend on what a script or function is given. */
export function mentionParameters(parts: readonly WordPart[]): boolean {
  return parts.some((part) => part.type === 'parameter' && /^(?:[1-9]\d*|[#@*])$/u.test(part.name));
}
