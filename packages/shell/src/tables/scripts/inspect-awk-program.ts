import { scanRegularExpression } from './scan-regular-expression.ts';

/** Run programs, read what no argument names, or change which files are read. Refused even in strings and comments. */
const FORBIDDEN = /system|getline|ARGV|ARGC|SYMTAB|FUNCTAB/;

const KEYWORDS_BEFORE_EXPRESSION = new Set('return print printf in else do case delete exit'.split(' '));

/**
 * Why a program of awk may do more than print; undefined: it can't. It must be free of pipes, redirections and everything
 * that names a command or file, and of slashes that could be read as a division and as a regular expression.
 */
export function inspectAwkProgram(program: string): string | undefined {
  if (FORBIDDEN.test(program)) return 'a program of awk that reaches beyond its input';
  let hasPrint = false;
  /** How many brackets are open, and how many were where `print` stood: in brackets of its own `>` compares. */
  let depth = 0;
  let printDepth = 0;
  /** The previous token, as far as it distinguishes a division from a regular expression. */
  let before: 'operand' | 'bracket' | 'other' = 'other';
  let at = 0;
  while (at < program.length) {
    const character = program[at] ?? '';
    if (character === '"') {
      const end = stringEnd(program, at + 1);
      if (end === undefined) return 'a string of awk that is not closed';
      at = end + 1;
      before = 'operand';
    } else if (character === '/' && before === 'other') {
      const end = scanRegularExpression(program, at + 1, '/');
      if (end === undefined) return 'a regular expression of awk that is not read alike everywhere';
      at = end + 1;
      before = 'operand';
    } else if (character === '/') {
      // What follows a bracket, as in `if (x) /re/`, is read differently.
      if (before === 'bracket' && /["/]/.test(program.slice(at + 1)))
        return 'a slash of awk behind a bracket';
      at += 1;
      before = 'other';
    } else if (character === '#') {
      const end = program.indexOf('\n', at);
      at = end === -1 ? program.length : end;
    } else if (/[A-Za-z_0-9.]/.test(character)) {
      const word = wordAt(program, at);
      if (word === 'print' || word === 'printf') {
        hasPrint = true;
        printDepth = depth;
      }
      before = KEYWORDS_BEFORE_EXPRESSION.has(word) ? 'other' : word === 'length' ? 'bracket' : 'operand';
      at += word.length;
    } else if (character === '|' && program[at + 1] === '|') {
      at += 2;
      before = 'other';
    } else if (character === '|' || character === '@' || character === '\\' || character === '`') {
      return `${character} in a program of awk`;
    } else if (character === '>' && hasPrint && depth <= printDepth) {
      return 'a redirection of awk';
    } else {
      if (/[;{}]/.test(character)) hasPrint = false;
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      const isStep = (character === '+' || character === '-') && program[at + 1] === character;
      if (!/\s/.test(character) || character === '\n') {
        before = /[)\]$]/.test(character) || isStep ? 'bracket' : 'other';
      }
      at += isStep ? 2 : 1;
    }
  }
  return undefined;
}

function stringEnd(program: string, at: number): number | undefined {
  for (let index = at; index < program.length; index += 1) {
    if (program[index] === '"') return index;
    if (program[index] === '\n') return undefined;
    if (program[index] === '\\') index += 1;
  }
  return undefined;
}

function wordAt(program: string, at: number): string {
  const word = /[A-Za-z_0-9.]+/y;
  word.lastIndex = at;
  return word.exec(program)?.[0] ?? '';
}
