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
  /** Its times were old enough when it was opened that a later change shows in them, however coarsely they are kept. */
  readonly isSettled: boolean;
}

/** As coarse as any file system keeps its times. */
const SETTLED_MS = 2000n;

const CHUNK = 4 * 1024 * 1024;

/** The whole of a file and its fingerprint's hash, read and hashed a piece at a time so that others have their turn. */
export async function loadFile(path: string, signal: AbortSignal): Promise<LoadedFile | Problem> {
  try {
    using file = openForReading(path);
    if (file === undefined) return problem('not-a-file', `${path} is no longer a regular file.`);
    const { stats } = file;
    const isSettled = hasSettled(stats);
    const bytes = Buffer.allocUnsafeSlow(Number(stats.size));
    const hash = isLargeFile(stats) ? undefined : createHash('sha256');
    let length = 0;
    while (length < bytes.length) {
      signal.throwIfAborted();
      const wanted = Math.min(CHUNK, bytes.length - length);
      const { bytesRead } = await file.read(bytes, length, wanted, length);
      if (bytesRead === 0) break;
      hash?.update(bytes.subarray(length, length + bytesRead));
      length += bytesRead;
    }
    return {
      ok: true,
      bytes: bytes.subarray(0, length),
      stats,
      hash: hash?.digest('hex') ?? hashOfIdentity(stats),
      isSettled,
    };
  } catch (error) {
    signal.throwIfAborted();
    return fileProblem(error, path, 'read');
  }
}

function hasSettled({ mtimeMs, ctimeMs }: BigIntStats): boolean {
  const latest = mtimeMs > ctimeMs ? mtimeMs : ctimeMs;
  return BigInt(Date.now()) - latest > SETTLED_MS;
}
