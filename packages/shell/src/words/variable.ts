import { BadSubstitution } from './bad-substitution.ts';

interface Variable {
  readonly name: string;
  readonly end: number;
}

const SPECIAL_PARAMETERS = new Set('*@#?$!-');

/** The variable of the `$` at `at`. A `$` before anything else has the empty name. */
export function variableAt(word: string, at: number): Variable {
  const first = word.charAt(at + 1);
  if (first === '{') return bracedVariableAt(word, at);
  if (SPECIAL_PARAMETERS.has(first)) return { name: first, end: at + 2 };
  let end = at + 1;
  while (isNameCharacter(word.charCodeAt(end))) end += 1;
  return { name: word.slice(at + 1, end), end };
}

/** Expansions that are more than a name (`${a:-b}`, `${a[1]}`) are one long name that no environment has. */
function bracedVariableAt(word: string, at: number): Variable {
  const start = at + 2;
  if (word[start] === '}') throw new BadSubstitution('${}');
  let depth = 1;
  for (let index = start; index < word.length; index += 1) {
    if (word[index] === '{' && word[index - 1] === '$') depth += 1;
    else if (word[index] === '}') depth -= 1;
    if (depth === 0) return { name: word.slice(start, index), end: index + 1 };
  }
  throw new BadSubstitution(word.slice(start));
}

function isNameCharacter(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  const isUpper = code >= 65 && code <= 90;
  const isLower = code >= 97 && code <= 122;
  return isDigit || isUpper || isLower || code === 95;
}
