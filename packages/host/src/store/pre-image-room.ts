import { rmSync } from 'node:fs';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** How much is kept of what files held. */
export interface PreImageLimits {
  /** Bytes in all; beyond them the oldest go. The last ones stay, however large they are. */
  readonly maxBytes: number;
  /** Milliseconds; older ones go before the first one of a process is kept. */
  readonly maxAgeMs: number;
}

/** The last ones that a process has kept never go: more than the calls that write at one time. */
export const ALWAYS_KEPT = 20;

/** Keeps a directory of pre-images within limits. Errors of removing are passed over: what could not be removed counts on. */
export interface PreImageRoom {
  /** To be awaited before the first one is written: old ones go then, and what a killed process has left unfinished. */
  open(): Promise<void>;
  /** From now until `end` it stays, whatever else is kept; it becomes the newest. */
  begin(name: string): void;
  /** It has been kept with so many bytes, or (undefined) could not be. */
  end(name: string, bytes: number | undefined): Promise<void>;
}

/** Nobody else may write to the directory while this process does. */
export function createPreImageRoom(
  directory: string,
  { maxBytes, maxAgeMs }: PreImageLimits,
  now: () => number = Date.now,
): PreImageRoom {
  /** Bytes by name, the one used longest ago first. */
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

  /** At once, so that nobody can begin to rely on the file meanwhile. */
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
