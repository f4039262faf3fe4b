import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';

const THIN = '!<thin>\n';
const REGULAR = '!<arch>\n';

/** Larger archives are not searched. Bytes. */
const MAX_SEARCHED = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/**
 * Whether a file is a thin archive, or a regular one that may contain one at any depth: the files that those name are read along with
 * them. A file that can't be checked may be one.
 */
export function isThinArchive(path: string): boolean {
  let file: number | undefined;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return true;
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const head = chunkAt(file, 0, THIN.length).toString('latin1');
    if (head !== REGULAR) return head === THIN;
    return stats.size > MAX_SEARCHED || holdsThin(file);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Chunks overlap, so that a mark across two of them is found. */
function holdsThin(file: number): boolean {
  for (let at = 0; ; at += CHUNK) {
    const chunk = chunkAt(file, at, CHUNK + THIN.length);
    if (chunk.includes(THIN, 0, 'latin1')) return true;
    if (chunk.length < CHUNK + THIN.length) return false;
  }
}

/** Shorter only at the end of the file. */
function chunkAt(file: number, at: number, length: number): Buffer {
  const chunk = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, chunk, filled, length - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return chunk.subarray(0, filled);
}
