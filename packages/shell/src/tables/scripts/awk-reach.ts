import { awkTokens, type AwkToken } from './awk-tokens.ts';
import { UNKNOWN_REACH, type ScriptReach } from './script-reach.ts';

/** A program without any of these prints, whatever else it says. */
const REACHES = /system|getline|ARGV|SYMTAB|[|>@]/u;

/** These give a variable another value than an argument did. */
const CHANGES_OPERANDS = /\b(?:sub|gsub|gensub|split|match|function|func|getline|SYMTAB)\b/u;

/**
 * What an awk program runs, writes and reads besides its input. A command or name is only known if it is a single
 * string, or a variable set by an argument and by nothing else.
 * @param variables values set by arguments; undefined: unknown
 */
export function awkReach(
  program: string,
  variables: ReadonlyMap<string, string | undefined> = new Map(),
): ScriptReach {
  if (!REACHES.test(program)) return { commands: [], writes: [], reads: [] };
  const tokens = awkTokens(program);
  if (tokens === undefined) return UNKNOWN_REACH;
  const operand = (found: readonly AwkToken[]): string | undefined => {
    const [first, ...others] = found;
    if (first === undefined || others.length > 0) return undefined;
    if (first.type === 'string') return first.text;
    const isKept = !CHANGES_OPERANDS.test(program) && !isAssigned(tokens, first);
    return first.type === 'word' && isKept ? variables.get(first.text ?? '') : undefined;
  };
  const commands: (string | undefined)[] = [];
  const writes: (string | undefined)[] = [];
  const reads: (string | undefined)[] = [];
  for (const [index, { type, text }] of tokens.entries()) {
    const next = tokens[index + 1];
    if (text === 'system' && type === 'word') commands.push(operand(inBrackets(tokens, index + 1)));
    else if (type === 'sign' && (text === '|' || text === '|&')) {
      const isRead = next?.type === 'word' && next.text === 'getline';
      commands.push(operand(isRead ? before(tokens, index) : behind(tokens, index + 1)));
    } else if (type === 'word' && (text === 'print' || text === 'printf')) {
      const target = redirection(tokens, index + 1);
      if (target !== undefined) writes.push(operand(target));
    } else if (type === 'word' && text === 'getline') {
      const source = inputOf(tokens, index + 1);
      if (source !== undefined) reads.push(operand(source));
    } else if (type === 'word' && (text === 'ARGV' || text === 'SYMTAB')) reads.push(...named(tokens, index));
    else if (type === 'sign' && text === '@') {
      if (next?.text === 'include') reads.push(tokens[index + 2]?.text);
      else if (next?.text !== 'namespace') commands.push(undefined);
    }
  }
  return { commands, writes, reads };
}

function isAssigned(tokens: readonly AwkToken[], { text }: AwkToken): boolean {
  return tokens.some((token, index) => {
    if (token.type !== 'word' || token.text !== text) return false;
    const [last, next] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text ?? ''];
    return /^(?:[-+*/%^]?=|\*\*|\+\+|--|in|\[)$/u.test(next) || last === '++' || last === '--';
  });
}

/** Between the bracket at `start` and its partner. */
function inBrackets(tokens: readonly AwkToken[], start: number): readonly AwkToken[] {
  if (tokens[start]?.text !== '(') return [];
  const end = closing(tokens, start);
  return end === undefined ? [] : tokens.slice(start + 1, end);
}

function closing(tokens: readonly AwkToken[], start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += depthOf(tokens[index]);
    if (depth === 0) return index;
  }
  return undefined;
}

function depthOf(token: AwkToken | undefined): number {
  if (token?.type !== 'sign') return 0;
  if (token.text === '(' || token.text === '[') return 1;
  return token.text === ')' || token.text === ']' ? -1 : 0;
}

/** What follows up to the end of the statement, or of the brackets around it. */
function behind(tokens: readonly AwkToken[], start: number): readonly AwkToken[] {
  let depth = 0;
  let end = start;
  for (; end < tokens.length; end += 1) {
    const token = tokens[end];
    depth += depthOf(token);
    if (depth < 0 || (depth === 0 && token?.type === 'end')) break;
  }
  return tokens.slice(start, end);
}

/** What comes before, back to the beginning of the statement or its bracket. */
function before(tokens: readonly AwkToken[], end: number): readonly AwkToken[] {
  let start = end;
  for (; start > 0; start -= 1) {
    const token = tokens[start - 1];
    const isSign = token?.type === 'sign' && /^(?:[(!]|&&|\|\|)$/u.test(token.text ?? '');
    if (isSign || token?.type === 'end') break;
  }
  return tokens.slice(start, end);
}

/** The target of `print … > target`; undefined: it prints to the output. */
function redirection(tokens: readonly AwkToken[], start: number): readonly AwkToken[] | undefined {
  const statement = behind(tokens, start);
  let depth = 0;
  for (const [index, token] of statement.entries()) {
    depth += depthOf(token);
    if (depth === 0 && token.type === 'sign' && (token.text === '>' || token.text === '>>'))
      return statement.slice(index + 1);
  }
  return undefined;
}

/** The name in `getline line < name`; undefined: it reads the next line of the input, or of a command. */
function inputOf(tokens: readonly AwkToken[], start: number): readonly AwkToken[] | undefined {
  const statement = behind(tokens, start);
  const sign = statement.findIndex(({ type, text }) => type === 'sign' && text === '<');
  if (sign === -1) return undefined;
  const rest = statement.slice(sign + 1);
  const end = rest.findIndex(
    ({ text, type }) => type === 'sign' && /^(?:&&|\|\||[<>!=]=?|==)$/u.test(text ?? ''),
  );
  return end === -1 ? rest : rest.slice(0, end);
}

/** `ARGV[1] = "name"` reads another file than the arguments name; `ARGV[1]` alone only says a name. */
function named(tokens: readonly AwkToken[], index: number): readonly (string | undefined)[] {
  if (tokens[index]?.text !== 'ARGV' || tokens[index + 1]?.text !== '[') return [undefined];
  const end = closing(tokens, index + 1);
  if (end === undefined) return [undefined];
  const sign = tokens[end + 1]?.text ?? '';
  if (!/^(?:[-+*/%^]?=|\+\+|--)$/u.test(sign)) return [];
  const value = behind(tokens, end + 2);
  const [first] = value;
  return [sign === '=' && value.length === 1 && first?.type === 'string' ? first.text : undefined];
}
