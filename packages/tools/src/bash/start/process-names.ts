import type { NamedProcess } from '@sluice/process';

const MAX_NAMES = 10;

/** `node (pid 12), sh (pid 13) and 4 more`. */
export function processNames(processes: readonly NamedProcess[]): string {
  const shown = processes.slice(0, MAX_NAMES).map(({ pid, name }) => `${name} (pid ${pid})`);
  const more = processes.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
