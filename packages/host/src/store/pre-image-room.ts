import { rmSync } from 'node:fs';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Limits for stored file contents. */
export interface PreImageLimits {
  /** Total bytes; beyond that, the oldest are removed. The last ones stay, however large they are. */
  readonly maxBytes: number;
  /** Milliseconds; older ones are removed before a process stores its first one. */
  readonly maxAgeMs: number;
}

/** The last ones that a process stored are never removed: more than the calls that write at one time. */
export const ALWAYS_KEPT = 20;

/** Keeps a directory of pre-images within limits. Ignores removal errors: a file that can't be removed still uses its share. */
export interface PreImageRoom {
  /** Await this before writing the first one: it removes old ones and whatever a killed process left unfinished. */
  open(): Promise<void>;
  /** Protects the file until `end`, whatever else is stored, and makes it the newest. */
  begin(name: string): void;
  /** It was stored with this many bytes, or (undefined) could not be. */
  end(name: string, bytes: number | undefined): Promise<void>;
}

/** No other process may write to the directory meanwhile. */
export function createPreImageRoom(
  directory: string,
  { maxBytes, maxAgeMs }: PreImageLimits,
  now: () => number = Date.now,
): PreImageRoom {
  /** Bytes by name, least recently used first. */
  const kept = new Map<string, number>();
  const busy = new Map<string, number>();
  let total = 0;
  let opening: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const found: { readonly name: string; readonly bytes: number; readonly time: number }[] = [];
    for (const name of await readdir(directory).catch(() => [])) {
      const stats = await stat(join(directory, name)).catch(() => undefined);
      if (stats?.isFile() !== true) continue;
      const isOld = isPreImage(name) && now() - stats.mtimeMs > maxAgeMs;
      const isGone = (isOld || isUnfinished(name)) && remove(name);
      if (!isGone && isPreImage(name)) found.push({ name, bytes: stats.size, time: stats.mtimeMs });
    }
    for (const { name, bytes } of found.toSorted((one, other) => one.time - other.time)) add(name, bytes);
  };

  /** Synchronous, so that no one can start relying on the file meanwhile. */
  const remove = (name: string): boolean => {
    try {
      rmSync(join(directory, name));
      return true;
    } catch {
      return false;
    }
  };

  const add = (name: string, bytes: number): void => {
    total += bytes - (kept.get(name) ?? 0);
    kept.delete(name);
    kept.set(name, bytes);
  };

  const shrink = (): void => {
    let left = kept.size - ALWAYS_KEPT;
    for (const [name, bytes] of kept) {
      if (total <= maxBytes || left <= 0) return;
      left -= 1;
      if (busy.has(name) || !remove(name)) continue;
      kept.delete(name);
      total -= bytes;
    }
  };

  return {
    open: () => (opening ??= look()),
    begin(name) {
      busy.set(name, (busy.get(name) ?? 0) + 1);
    },
    async end(name, bytes) {
      const count = busy.get(name) ?? 0;
      if (count > 1) busy.set(name, count - 1);
      else busy.delete(name);
      if (bytes === undefined) return;
      const wasThere = kept.has(name);
      add(name, bytes);
      const time = now() / 1000;
      if (wasThere) await utimes(join(directory, name), time, time).catch(() => {});
      if (total > maxBytes) shrink();
    },
  };
}

function isPreImage(name: string): boolean {
  return /^[\da-f]{64}\.bin$/.test(name);
}

function isUnfinished(name: string): boolean {
  return /^\.[\da-f-]{36}\.tmp$/.test(name);
}
