import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import { isOneWord } from '../is-one-word.ts';
import type { Arguments } from '../row.ts';

const SETTINGS = new Set('bs cbs conv count ibs iflag iseek obs oflag oseek seek skip status'.split(' '));

/** What dd touches, whose operands are `name=value`. */
export function touchesOfDd(argv: Arguments): readonly FileTouch[] | undefined {
  const touches: FileTouch[] = [];
  for (const [argument, word] of argv.entries()) {
    if (argument === 0) continue;
    if (word === undefined || !isOneWord(word)) return undefined;
    const start = typeof word === 'string' ? word : word.prefix;
    const equals = start.indexOf('=');
    const name = start.slice(0, Math.max(0, equals));
    if (name === 'if' || name === 'of') {
      const path: Argument =
        typeof word === 'string' ? word.slice(equals + 1) : { ...word, prefix: start.slice(equals + 1) };
      touches.push({ access: name === 'if' ? 'read' : 'write', path, isTree: false, argument });
    } else if (!SETTINGS.has(name)) {
      return undefined;
    }
  }
  return touches;
}
