import { isExecutable } from '../find-shell.ts';

/** Not the search path: a workspace may have put its own programs on it. */
const PLACES = [
  '/usr/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
  '/home/linuxbrew/.linuxbrew/bin/bwrap',
];

export function findBubblewrap(): string | undefined {
  return PLACES.find(isExecutable);
}
