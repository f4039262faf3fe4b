/** The operators that split a command line, longest first if one starts with another. */
const OPERATORS = [
  '&>>',
  ';;&',
  '<<-',
  '<<<',
  '&&',
  '&>',
  ';&',
  ';;',
  '<&',
  '<(',
  '<<',
  '<>',
  '>&',
  '>(',
  '>>',
  '>|',
  '|&',
  '||',
  '&',
  '(',
  ')',
  ';',
  '<',
  '>',
  '|',
] as const;

/** A control or redirection operator, the same frozen object wherever it stands. */
export interface WordOperator {
  readonly op: (typeof OPERATORS)[number];
}

/** A word with an unquoted `*` or `?`; `pattern` is its text after quotes, escapes and variables. */
export interface WordGlob {
  readonly op: 'glob';
  readonly pattern: string;
}

/** Everything after an unquoted `#`, as written. */
export interface WordComment {
  readonly comment: string;
}

/** What the parser itself says about a line, as against a text or a caller's object. */
export type WordToken = WordOperator | WordGlob | WordComment;

/** `Value` is the type of the objects in the environment. */
export type WordEntry<Value extends object = never> = string | WordToken | Value;

const operators = new Map<string, WordOperator>(OPERATORS.map((op) => [op, Object.freeze({ op })]));

const madeHere = new WeakSet<object>(operators.values());

function made<Token extends WordToken>(token: Token): Token {
  madeHere.add(Object.freeze(token));
  return token;
}

export function globToken(pattern: string): WordGlob {
  return made({ op: 'glob', pattern });
}

export function commentToken(comment: string): WordComment {
  return made({ comment });
}

/** The operator that is at `at`, or `undefined`. `<<(` is `<` and `<(`, as shell-quote and zsh read it. */
export function operatorAt(line: string, at: number): WordOperator | undefined {
  for (let length = 3; length > 0; length -= 1) {
    const text = line.slice(at, at + length);
    const operator = operators.get(text);
    if (operator !== undefined && !(text === '<<' && line[at + 2] === '(')) return operator;
  }
  return undefined;
}

/**
 * Whether the parser made `entry` itself. An object of the environment that looks like a token (`{op: '|'}`) is none:
 * tokens are known by identity, which neither a line nor a value can imitate.
 */
export function isWordToken(entry: unknown): entry is WordToken {
  return typeof entry === 'object' && entry !== null && madeHere.has(entry);
}
