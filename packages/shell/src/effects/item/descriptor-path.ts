import { posix } from 'node:path';

/**
 * The descriptor that a path stands for: `/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/3`. What is read there is what the command is
 * given, not a file of that name. Undefined: it is another path.
 */
export function descriptorOf(path: string): number | undefined {
  if (!path.startsWith('/')) return undefined;
  const place = posix.normalize(path).replace(/^\/+/u, '/');
  if (place === '/dev/stdin') return 0;
  const number = /^\/(?:dev|proc\/(?:self|thread-self))\/fd\/(\d+)$/u.exec(place)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Standard input, by its path or, for most programs, by a dash. */
export const isInput = (word: string): boolean => word === '-' || descriptorOf(word) === 0;

/** A descriptor other than standard input, such as the pipe of a process substitution. */
export const isOtherDescriptor = (word: string): boolean => (descriptorOf(word) ?? 0) > 0;

/** The value in the word of an option: `-f/dev/fd/3`, `--file=-`. Another word is its own. */
export function valueInWord(word: string): string {
  return /^(?:-\w*?(?=\/|-$)|--[\w-]+=)(.+)$/su.exec(word)?.[1] ?? word;
}
