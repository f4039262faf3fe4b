import { lstat, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';
import { changedMeanwhile, changedSince } from './changed-since.ts';
import { fileProblem } from '../file-error.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { hashInTurns } from '../load/fingerprint.ts';
import { formatBytes } from '../text/format.ts';
import { loadFile, type LoadedFile } from '../load/load-file.ts';
import { problem, type Problem } from '../problem.ts';
import { CHANGE_SIZE_LIMIT } from '../size-limit.ts';
import { writeWholeFile } from './write-file.ts';
import { nodeWriteIo, type WriteIo } from './write-io.ts';

/** The current regular file, or that there is none. */
export interface FileNow {
  readonly ok: true;
  /** Undefined if there is no file. */
  readonly loaded: LoadedFile | undefined;
  /** Hex SHA-256 of all of it. */
  readonly hash: string | undefined;
}

export interface FileRestore {
  /** Absolute and real. */
  readonly path: string;
  /** The hash of what it must currently contain; undefined if there must be no file. */
  readonly expectedHash: string | undefined;
  /** The content to restore; undefined if there was no file, so it is removed. */
  readonly target: { readonly bytes: Uint8Array; readonly mode: number } | undefined;
}

/** What is at an absolute real path; a problem if it isn't a regular file, or is reached through a link. */
export async function fileNow(path: string, signal: AbortSignal): Promise<FileNow | Problem> {
  try {
    const stats = await lstat(path);
    if ((await realpath(dirname(path))) !== dirname(path)) {
      return problem('not-a-file', `A directory above ${path} has become a symbolic link.`);
    }
    if (!stats.isFile()) return problem('not-a-file', `${path} is no longer a regular file.`);
    if (stats.size > CHANGE_SIZE_LIMIT) {
      return problem('too-large', `${path} is ${formatBytes(stats.size)} large, too large to be restored.`);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { ok: true, loaded: undefined, hash: undefined };
    return fileProblem(error, path, 'read');
  }
  const loaded = await loadFile(path, signal);
  return loaded.ok ? { ok: true, loaded, hash: await hashInTurns(loaded.bytes) } : loaded;
}

/** Restores a file's bytes and mode, or removes it; undefined on success. If there is a problem, the file is unchanged. */
export function restoreFile(
  { path, expectedHash, target }: FileRestore,
  signal: AbortSignal,
  io: WriteIo = nodeWriteIo,
): Promise<Problem | undefined> {
  return withFileLock(path, signal, async () => {
    const now = await fileNow(path, signal);
    if (!now.ok) return now;
    if (now.hash !== expectedHash) return changedMeanwhile(path, 'was changed');
    const { loaded } = now;
    if (target === undefined) return loaded === undefined ? undefined : removeFile(path, loaded, io);
    const written = await writeWholeFile(
      {
        path,
        bytes: target.bytes,
        existing: loaded?.stats,
        held: loaded?.bytes,
        mode: target.mode,
        confirm: () => changedSince(path, loaded),
      },
      io,
    );
    return written.ok ? undefined : written;
  });
}

async function removeFile(path: string, loaded: LoadedFile, io: WriteIo): Promise<Problem | undefined> {
  const changed = await changedSince(path, loaded);
  if (changed !== undefined) return changed;
  try {
    await io.unlink(path);
    return undefined;
  } catch (error) {
    return fileProblem(error, path, 'write');
  }
}
