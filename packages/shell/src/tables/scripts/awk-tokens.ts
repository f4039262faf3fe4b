import { scanRegularExpression } from './scan-regular-expression.ts';

export interface AwkToken {
  /** `end`: of a statement. */
  readonly type: 'string' | 'word' | 'sign' | 'value' | 'end';
  /** The value of a string; undefined if that differs between versions of awk. */
  readonly text: string | undefined;
}

const BEFORE_EXPRESSION = new Set('return print printf in else do case delete exit getline'.split(' '));
const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /[\d.]+/y;
const SIGN = /\|\||\|&|&&|>>|[-+*/%^!=<>]=|\+\+|--|\*\*|[^]/y;

/** The tokens of a program of awk; undefined where a slash or a quote may be read in two ways. */
export function awkTokens(program: string): readonly AwkToken[] | undefined {
  const tokens: AwkToken[] = [];
  let at = 0;
  const take = (sticky: RegExp): string => {
    sticky.lastIndex = at;
    const text = sticky.exec(program)?.[0] ?? '';
    at += text.length;
    return text;
  };
  while (at < program.length) {
    const character = program.charAt(at);
    if (character === '"') {
      const end = stringEnd(program, at + 1);
      if (end === undefined) return undefined;
      tokens.push({ type: 'string', text: meaning(program.slice(at + 1, end)) });
      at = end + 1;
    } else if (character === '/' && beginsExpression(tokens.at(-1))) {
      const end = scanRegularExpression(program, at + 1, '/');
      if (end === undefined) return undefined;
      tokens.push({ type: 'value', text: undefined });
      at = end + 1;
    } else if (character === '/' && closes(tokens.at(-1)) && /["/]/u.test(program.slice(at + 1))) {
      // `if (x) /re/` and `(x) / 2`.
      return undefined;
    } else if (character === '#') {
      const end = program.indexOf('\n', at);
      at = end === -1 ? program.length : end;
    } else if (/[A-Za-z_]/u.test(character)) tokens.push({ type: 'word', text: take(WORD) });
    else if (/[\d.]/u.test(character)) tokens.push({ type: 'value', text: take(NUMBER) });
    else if (/[;\n{}]/u.test(character)) {
      tokens.push({ type: 'end', text: character });
      at += 1;
    } else if (character === '\\' && program[at + 1] === '\n') at += 2;
    else if (/\s/u.test(character)) at += 1;
    else tokens.push({ type: 'sign', text: take(SIGN) });
  }
  return tokens;
}

function beginsExpression(before: AwkToken | undefined): boolean {
  if (before === undefined || before.type === 'end') return true;
  if (before.type === 'word') return BEFORE_EXPRESSION.has(before.text ?? '');
  return before.type === 'sign' && !/^(?:[)\]$]|\+\+|--)$/u.test(before.text ?? '');
}

function closes(before: AwkToken | undefined): boolean {
  return before?.type === 'sign' || before?.text === 'length';
}

function stringEnd(program: string, at: number): number | undefined {
  for (let index = at; index < program.length; index += 1) {
    if (program[index] === '"') return index;
    if (program[index] === '\n') return undefined;
    if (program[index] === '\\') index += 1;
  }
  return undefined;
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);

function meaning(text: string): string | undefined {
  if (/\\[^"\\/nt]/u.test(text.replaceAll('\\\\', ''))) return undefined;
  return text.replaceAll(/\\([^])/gu, (_, letter: string) => ESCAPED.get(letter) ?? letter);
}
