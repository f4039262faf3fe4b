import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import type { Arguments } from '../row.ts';
import { isOneWord } from '../is-one-word.ts';

const WRITES = new Set('-fprint -fprint0 -fprintf -fls'.split(' '));
const READS = new Set('-newer -anewer -cnewer -samefile -files0-from'.split(' '));

/** `find -fprint FILE`. */
export function touchesOfFind(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index): readonly FileTouch[] => {
    if (typeof word !== 'string' || index + 1 >= argv.length) return [];
    const access = WRITES.has(word) ? 'write' : READS.has(word) ? 'read' : undefined;
    const path: Argument = argv[index + 1];
    return access === undefined || !isOneWord(path)
      ? []
      : [{ access, path, isTree: false, argument: index + 1 }];
  });
}
