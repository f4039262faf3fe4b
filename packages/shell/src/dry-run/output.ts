import { posix } from 'node:path';
import { ansiCAt } from '../words/ansi-c.ts';
import { HOLE } from './marks.ts';
import { placeOf, realPlace, textAt, type Shell, type Values } from './shell.ts';

/** What a program prints, as far as its words, its input and the files that it is given tell; undefined: nothing that is known. */
export function printedBy(shell: Shell, name: string, operands: Values): string | undefined {
  const paths = operands.filter((word) => !/^-./u.test(word));
  const first = paths[0] ?? '';
  switch (name) {
    case 'echo': {
      const start = operands.findIndex((word) => !/^-[neE]+$/u.test(word));
      const text = start === -1 ? '' : operands.slice(start).join(' ');
      const isEscaped = operands.slice(0, Math.max(0, start)).some((word) => word.includes('e'));
      return `${isEscaped ? unescaped(text) : text}\n`;
    }
    case 'printf':
      return formatted(operands);
    case 'cat':
      if (paths.length === 0) return shell.input;
      return paths.map((path) => (path === '-' ? shell.input : textAt(shell, path)) ?? HOLE).join('');
    case 'tee':
      return shell.input;
    case 'pwd':
      return `${shell.cwd ?? HOLE}\n`;
    case 'dirname':
      return `${first.includes(HOLE) ? HOLE : posix.dirname(first)}\n`;
    case 'basename':
      return `${first.includes(HOLE) ? HOLE : posix.basename(first, paths[1])}\n`;
    case 'realpath':
    case 'readlink': {
      const place = placeOf(shell, first);
      return `${place === undefined ? HOLE : realPlace(shell, place)}\n`;
    }
    default:
      return undefined;
  }
}

/** As printf prints it: the format again and again, until no argument is left. */
export function formatted([format = '', ...operands]: Values): string {
  const left = [...operands];
  let text = '';
  do {
    const before = left.length;
    text += unescaped(format).replaceAll(
      /%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?([a-zA-Z]))/gu,
      (_whole, letter?: string) => (letter === undefined ? '%' : (left.shift() ?? '')),
    );
    if (left.length === before) break;
  } while (left.length > 0 && text.length < MAX_TEXT);
  return text;
}

const MAX_TEXT = 10_000;

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const octal = text.replaceAll(/\\0([0-7]{1,3})/gu, '\\$1');
  // The character 0 ends no output.
  const marked = octal.replaceAll(/\\(?:(0{1,3})(?![0-7])|[^])/gu, (whole, zeros?: string) =>
    zeros === undefined ? whole : '\0',
  );
  return marked.split('\0').map(decoded).join('\0');
}

function decoded(text: string): string {
  return ansiCAt(`$'${text.replaceAll("'", String.raw`\'`)}'`, 0)?.text ?? text;
}
