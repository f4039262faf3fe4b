import { resolve } from 'node:path';
import type { CommandAnalysis } from '@sluice/shell';

/** More words of a line are not compared. */
const MAX_WORDS = 200;

/**
 * Whatever the words of a line may name, wherever they stand: in quotes, behind an option or `=`, in a substitution, in a text for another
 * shell. A pattern is the directory before it. Absolute; they need not exist.
 */
export function namedPlaces({ source, commands }: CommandAnalysis, cwd: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of source.replaceAll(/["'\\]/gu, '').matchAll(/[^\s;&|<>(){}$`=:,@!#]+/gu)) {
    if (words.size >= MAX_WORDS) break;
    const plain = word.replace(/[*?[].*$/u, '');
    words.add(plain);
    // The value of an option may be in its word.
    if (/^-\w./u.test(plain)) words.add(plain.slice(2));
  }
  const directories = new Set([cwd, ...commands.map((command) => command.cwd)]);
  return [...directories].flatMap((directory) =>
    directory === undefined ? [] : [...words].map((word) => resolve(directory, word === '' ? '.' : word)),
  );
}
