import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { fileProblem } from './file-error.ts';
import { hashOfIdentity, isLargeFile } from './fingerprint.ts';
import { openForReading } from './open-file.ts';
import { problem, type Problem } from './problem.ts';

export interface LoadedFile {
  readonly ok: true;
  readonly bytes: Buffer;
  /** As the file was when it was opened. */
  readonly stats: BigIntStats;
  readonly hash: string;
}

const CHUNK = 4 * 1024 * 1024;

/** The whole of a file and its fingerprint's hash, read and hashed a piece at a time so that others have their turn. */
export async function loadFile(path: string, signal: AbortSignal): Promise<LoadedFile | Problem> {
  try {
    const file = await openForReading(path);
    if (file === undefined) return problem('not-a-file', `${path} is no longer a regular file.`);
    await using handle = file.handle;
    const { stats } = file;
    const bytes = Buffer.allocUnsafeSlow(Number(stats.size));
    const hash = isLargeFile(stats) ? undefined : createHash('sha256');
    let length = 0;
    while (length < bytes.length) {
      signal.throwIfAborted();
      const wanted = Math.min(CHUNK, bytes.length - length);
      const { bytesRead } = await handle.read(bytes, length, wanted, length);
      if (bytesRead === 0) break;
      hash?.update(bytes.subarray(length, length + bytesRead));
      length += bytesRead;
    }
    return {
      ok: true,
      bytes: bytes.subarray(0, length),
      stats,
      hash: hash?.digest('hex') ?? hashOfIdentity(stats),
    };
  } catch (error) {
    signal.throwIfAborted();
    return fileProblem(error, path, 'read');
  }
}
