import { quotedWord } from '../item/command-text.ts';
import { programName } from './program-name.ts';

/** The first line of a program: the kernel gives all behind the interpreter's name to it as one word. */
const FIRST_LINE = /^#![ \t]*([^\s]+)[ \t]*([^\n]*?)[ \t]*(?:\r?\n|$)/u;

/** Of these, what the program says is looked at too, as a text that the line gives. */
const READ_HERE = new Set('sed gsed awk gawk mawk nawk'.split(' '));

const END = 'END_OF_PROGRAM';

/** A text without a first line of that kind is run by the shell that calls it. */
export function isShellScript(text: string): boolean {
  return !text.startsWith('#!') || /^#!.*\b(?:ba|da|z|k)?sh\b/u.test(text);
}

/** The command by which the kernel starts a program that names its interpreter; undefined: it names none. */
export function interpreterLine(
  text: string,
  path: string,
  words: readonly (string | undefined)[],
): string | undefined {
  const [, interpreter, argument = ''] = FIRST_LINE.exec(text) ?? [];
  if (interpreter === undefined) return undefined;
  const isReadHere = READ_HERE.has(programName(interpreter)) && !text.includes(END);
  const line = [
    quotedWord(interpreter),
    ...(argument === '' ? [] : [quotedWord(argument)]),
    isReadHere ? '/dev/fd/3' : quotedWord(path),
    ...words.map((word) => (word === undefined ? '"${_}"' : quotedWord(word))),
  ].join(' ');
  return isReadHere ? `${line} 3<<'${END}'\n${text}\n${END}` : line;
}
