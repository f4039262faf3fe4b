import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { UnsavedText } from './unsaved-text.ts';
import { fileProblem } from '../file-error.ts';
import { hashOfIdentity, isLargeFile } from './fingerprint.ts';
import { movedText, openForReading } from './open-file.ts';
import { problem, type Problem } from '../problem.ts';

export interface LoadedFile {
  readonly ok: true;
  readonly bytes: Buffer;
  /** As the file was when it was opened. */
  readonly stats: BigIntStats;
  readonly hash: string;
  /** Its timestamps were old enough when it was opened that any later change shows in them, however coarse they are. */
  readonly isSettled: boolean;
  /** `bytes` and `hash` are those of a text in an editor, not of the file on disk. */
  readonly unsaved?: UnsavedText;
}

/** The coarsest timestamps of any file system. */
const SETTLED_MS = 2000n;

const CHUNK = 4 * 1024 * 1024;

/**
 * The whole file and its fingerprint's hash, read and hashed in parts so that other work gets its turn.
 * @param path absolute, for messages
 * @param realPath with symbolic links resolved. Default: `path` is real
 */
export async function loadFile(
  path: string,
  signal: AbortSignal,
  realPath = path,
): Promise<LoadedFile | Problem> {
  try {
    using file = openForReading(realPath);
    if (file === undefined) return problem('not-a-file', movedText(path));
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
