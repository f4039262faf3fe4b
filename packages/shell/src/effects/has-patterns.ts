import type { Script } from '../tree.ts';
import { visitScript } from './visit.ts';

/** Whether a script may want the shell to expand a pattern of its own, wherever it stands. */
export function hasPatterns(script: Script): boolean {
  let isFound = false;
  visitScript(script, {
    command: () => {},
    part: (part) => {
      isFound ||= part.type === 'glob' || (part.type === 'braces' && /[*?[]/u.test(part.source));
    },
  });
  return isFound;
}
