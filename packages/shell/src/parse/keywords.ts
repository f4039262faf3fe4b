import { endsWord } from './characters.ts';
import { matchHere, type Reader } from './reader.ts';

/** Words that the grammar gives a meaning where a command may begin. */
export function isReserved(word: string): boolean {
  switch (word) {
    case '!':
    case '{':
    case '}':
    case '[[':
    case ']]':
    case 'case':
    case 'coproc':
    case 'do':
    case 'done':
    case 'elif':
    case 'else':
    case 'esac':
    case 'fi':
    case 'for':
    case 'function':
    case 'if':
    case 'in':
    case 'select':
    case 'then':
    case 'time':
    case 'until':
    case 'while':
      return true;
    default:
      return false;
  }
}

/** The reserved word that stands here, as a word of its own and unquoted. */
export function peekKeyword(reader: Reader): string | undefined {
  const word = matchHere(reader, /[a-z]+|[!{}]|\[\[|\]\]/uy)?.[0];
  if (word === undefined || !isReserved(word)) return undefined;
  const next = reader.source.charAt(reader.position + word.length);
  return endsWord(next) && !(next === '(' && word === '!') ? word : undefined;
}

export function takeKeyword(reader: Reader, keyword: string): boolean {
  if (peekKeyword(reader) !== keyword) return false;
  reader.position += keyword.length;
  return true;
}

/** Ends a list of commands, when it stands where a command may begin. */
export function isCloser(keyword: string | undefined): boolean {
  switch (keyword) {
    case '}':
    case 'do':
    case 'done':
    case 'elif':
    case 'else':
    case 'esac':
    case 'fi':
    case 'then':
      return true;
    default:
      return false;
  }
}
