import { lstatSync, statSync, type BigIntStats } from 'node:fs';

/** What is compared to see that a file or directory is the same, unchanged; `entry`: that it is there is enough. */
export type Watched = ReadonlyMap<string, 'content' | 'entry'>;

/** The coarsest clock of a file system: a file may change twice within it without its times showing the second change. */
export const TICK_MS = 2_000;

/**
 * A text that differs as soon as anything watched does. Undefined where something was changed so shortly before `since`,
 * in milliseconds of the epoch, that a further change could go unseen.
 */
export function identityOf(watched: Watched, since = Infinity): string | undefined {
  const parts: string[] = [];
  for (const [path, kind] of watched) {
    const own = look(path, lstatSync);
    const target = own?.isSymbolicLink() === true ? look(path, statSync) : own;
    for (const stats of own === target ? [own] : [own, target]) {
      if (stats === undefined) {
        parts.push('-');
        continue;
      }
      parts.push(`${stats.dev}:${stats.ino}:${stats.mode}:${stats.uid}`);
      if (kind === 'entry' && stats.isDirectory()) continue;
      if (since - Number(stats.ctimeMs) < TICK_MS) return undefined;
      parts.push(`${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`);
    }
  }
  return parts.join(' ');
}

function look(path: string, stat: typeof statSync): BigIntStats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}
