import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { fileProblem } from './file-error.ts';
import { hashOfIdentity, isLargeFile } from './fingerprint.ts';
import { openForReading } from './open-file.ts';
import { problem, type Problem } from './problem.ts';

export interface HashedFile {
  readonly ok: true;
  readonly hash: string;
  readonly stats: BigIntStats;
}

const CHUNK = 1024 * 1024;

/** The hash of a file's fingerprint as it is now, in flat memory. */
export async function hashFile(path: string, signal: AbortSignal): Promise<HashedFile | Problem> {
  try {
    using file = openForReading(path);
    if (file === undefined) return problem('not-a-file', `${path} is no longer a regular file.`);
    const { stats } = file;
    if (isLargeFile(stats)) return { ok: true, hash: hashOfIdentity(stats), stats };
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Number(stats.size)));
    for (let position = 0; position < stats.size;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    return { ok: true, hash: hash.digest('hex'), stats };
  } catch (error) {
    signal.throwIfAborted();
    return fileProblem(error, path, 'read');
  }
}
