import { join } from 'node:path';

/** Where `install.ts` says that it has ended: empty, or what went wrong. */
export function outcomeFile(directory: string): string {
  return join(directory, 'installed');
}
