import { stat } from 'node:fs/promises';
import type { CallContext } from '@sluice/core';
import { changedSince } from './changed-since.ts';
import { wholePart } from '../seen/file-parts.ts';
import { hashInTurns, isLargeFile } from '../load/fingerprint.ts';
import type { LoadedFile } from '../load/load-file.ts';
import { problem, type Problem } from '../problem.ts';
import { recordWrite, type KnownOfWrite } from '../seen/record-write.ts';
import { topmostMissingParent } from '../paths/resolve-path.ts';
import { temporaryBeside } from './temporary-beside.ts';
import { writeWholeFile } from './write-file.ts';
import type { WrittenFile } from './write-request.ts';
import { nodeWriteIo, type WriteIo } from './write-io.ts';

/** A planned change of one file, about to be made. */
interface FileCommit extends KnownOfWrite {
  /** Real path. */
  readonly path: string;
  /** The file as it was planned on; undefined if there was none. */
  readonly before: LoadedFile | undefined;
  readonly after: Buffer;
}

/**
 * Saves the file's content for undo, replaces it unless it has changed meanwhile, and records the new content in the ledger. If there is
 * a problem, the file is unchanged. Call under the file's lock.
 */
export async function commitFile(
  { path, before, after, ...known }: FileCommit,
  context: CallContext,
  io: WriteIo = nodeWriteIo,
): Promise<WrittenFile | Problem> {
  const temporaryPath = temporaryBeside(path);
  const afterHash = await hashInTurns(after);
  const newDirectory = before === undefined ? topmostMissingParent(path) : undefined;
  const unkept = await context.keepPreImage({
    path,
    before: before === undefined ? undefined : { bytes: before.bytes, mode: Number(before.stats.mode) },
    afterHash,
    temporaryPath,
    newDirectory,
  });
  if (unkept !== undefined) return problem(unkept.code, unkept.message);
  context.signal.throwIfAborted();
  if (before?.unsaved !== undefined) {
    const refusal = await before.unsaved.replace(after, context.signal);
    if (refusal !== undefined) return refusal;
    const stats = await stat(path, { bigint: true });
    recordWrite(context, path, stats, afterHash, known);
    return { ok: true, stats };
  }
  const request = {
    path,
    bytes: after,
    existing: before?.stats,
    held: before?.bytes,
    confirm: () => changedSince(path, before),
    temporaryPath,
  };
  const written = await writeWholeFile(request, io);
  if (written.ok) {
    const parts = isLargeFile(written.stats) ? [wholePart(after)] : [];
    recordWrite(context, path, written.stats, afterHash, known, parts);
  }
  return written;
}
