import { constants, type BigIntStats } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';
import { changedMeanwhile } from './changed-since.ts';
import { fileProblem } from './file-error.ts';
import { problem, type Problem } from './problem.ts';
import { OwnerLostError, replaceFile } from './replace-file.ts';
import { writeInPlace } from './write-in-place.ts';
import { DamagedFileError, nodeWriteIo, RefusedError, type WriteIo } from './write-io.ts';
import { makeDirectory } from './make-directory.ts';

export interface WriteRequest {
  /** Real path, so that a symbolic link stays and its target is written. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The file as it is; undefined makes a new one and the directories above it. */
  readonly existing: BigIntStats | undefined;
  /** What the existing one holds, to be compared once more where it is written over in place. */
  readonly held?: Uint8Array;
  /** Permission bits for the file. Default: those of the existing one; for a new one what the umask leaves of 0666. */
  readonly mode?: number;
  /** The new file beside it that is renamed over it. Default: a name of its own. */
  readonly temporaryPath?: string;
  /** Asked last of all, when only the replacement itself is left to do: a problem means that the file stays as it is. */
  readonly confirm?: () => Promise<Problem | undefined>;
}

export interface WrittenFile {
  readonly ok: true;
  readonly stats: BigIntStats;
}

/** Errors of replacing that leave writing in place: no new file may be made in the directory, or the file is a mount of its own. */
const NOT_REPLACEABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV']);

/**
 * Writes all of a file, atomically where it can: by a new file that is renamed over the old one. A file with several names (hard links),
 * one whose owner could not be kept and one that can't be replaced are written in place instead.
 */
export async function writeWholeFile(
  request: WriteRequest,
  io: WriteIo = nodeWriteIo,
): Promise<WrittenFile | Problem> {
  try {
    return { ok: true, stats: await write(request, io) };
  } catch (error) {
    return writeProblem(error, request);
  }
}

async function write(request: WriteRequest, io: WriteIo): Promise<BigIntStats> {
  const { path, existing } = request;
  if (existing === undefined) {
    makeDirectory(dirname(path));
    return replaceFile(request, io);
  }
  // A rename needs leave of the directory only: a file that is marked read-only would not stop it.
  await access(path, constants.W_OK);
  if (existing.nlink > 1n) return writeInPlace(request, existing, io);
  try {
    return await replaceFile(request, io);
  } catch (error) {
    if (!(error instanceof OwnerLostError) && !NOT_REPLACEABLE.has(errorCode(error))) throw error;
    return writeInPlace(request, existing, io);
  }
}

function writeProblem(error: unknown, { path, existing }: WriteRequest): Problem {
  if (error instanceof RefusedError) return error.problem;
  if (error instanceof DamagedFileError) {
    return problem(
      'damaged-file',
      `${path} was not written properly: ${error.message}. Read it to see what it holds now.`,
    );
  }
  if (existing !== undefined && errorCode(error) === 'ENOENT') return changedMeanwhile(path, 'was removed');
  const { code, message } = fileProblem(error, path, 'write');
  return problem(
    code,
    `${message} ${existing === undefined ? 'Nothing was written.' : 'The file is unchanged.'}`,
  );
}
