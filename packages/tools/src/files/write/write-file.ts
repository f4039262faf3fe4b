import { constants, type BigIntStats } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';
import { makeDirectory } from '@sluice/host';
import { changedMeanwhile } from './changed-since.ts';
import { fileProblem } from '../file-error.ts';
import { pinnedIo } from './pinned-io.ts';
import { problem, type Problem } from '../problem.ts';
import { OwnerLostError, replaceFile } from './replace-file.ts';
import { writeInPlace } from './write-in-place.ts';
import { DamagedFileError, nodeWriteIo, RefusedError, type WriteIo } from './write-io.ts';
import type { WriteRequest, WrittenFile } from './write-request.ts';

/**
 * Replacement errors after which writing in place may work: no new file can be created in the directory, or the file is a mount point.
 */
const NOT_REPLACEABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV']);

/**
 * Writes a whole file, atomically if possible, by renaming a new file over the old one. Writes in place if the file has several names
 * (hard links), its owner can't be kept, or it can't be replaced.
 */
export async function writeWholeFile(
  request: WriteRequest,
  io: WriteIo = nodeWriteIo,
): Promise<WrittenFile | Problem> {
  try {
    if (request.existing === undefined) makeDirectory(dirname(request.path));
    using pinned = pinnedIo(request.path, io);
    return { ok: true, stats: await write(request, pinned.io) };
  } catch (error) {
    return writeProblem(error, request);
  }
}

async function write(request: WriteRequest, io: WriteIo): Promise<BigIntStats> {
  const { path, existing } = request;
  if (existing === undefined) return replaceFile(request, io);
  // A rename only needs permission for the directory: it would ignore that the file is read-only.
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
