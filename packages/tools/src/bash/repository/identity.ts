import { lstatSync, statSync, type BigIntStats } from 'node:fs';

/** What is compared to detect changes of a file or directory; `entry`: only whether it exists. */
export type Watched = ReadonlyMap<string, 'content' | 'entry'>;

/** The coarsest file system clock: a second change within this time may not show in the timestamps. */
export const TICK_MS = 2_000;

/**
 * A text that changes whenever anything watched does. Undefined if something was changed so shortly before `since` (milliseconds since
 * the epoch) that another change could go unnoticed.
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
