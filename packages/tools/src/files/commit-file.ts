import type { CallContext } from '@sluice/core';
import { changedSince } from './changed-since.ts';
import { hashInTurns } from './fingerprint.ts';
import type { LoadedFile } from './load-file.ts';
import { problem, type Problem } from './problem.ts';
import { recordWrite } from './record-write.ts';
import { writeWholeFile, type WrittenFile } from './write-file.ts';
import { nodeWriteIo, type WriteIo } from './write-io.ts';

/** A change of one file that was decided on, and is now to be made. */
export interface FileCommit {
  /** Real path. */
  readonly path: string;
  /** The file as it was decided on; undefined: there was none. */
  readonly before: LoadedFile | undefined;
  readonly after: Buffer;
  /** Whether the model knows all of what the file will hold. */
  readonly isKnown: boolean;
}

/**
 * Keeps what the file holds for an undo, replaces it unless it has changed meanwhile, and notes in the ledger what it holds now.
 * A problem means that the file is as it was. To be called under the file's lock.
 */
export async function commitFile(
  { path, before, after, isKnown }: FileCommit,
  context: CallContext,
  io: WriteIo = nodeWriteIo,
): Promise<WrittenFile | Problem> {
  const afterHash = await hashInTurns(after);
  const unkept = await context.keepPreImage({
    path,
    before: before === undefined ? undefined : { bytes: before.bytes, mode: Number(before.stats.mode) },
    afterHash,
  });
  if (unkept !== undefined) return problem(unkept.code, unkept.message);
  context.signal.throwIfAborted();
  const request = {
    path,
    ...(before !== undefined && { held: before.bytes }),
    bytes: after,
    existing: before?.stats,
    confirm: () => changedSince(path, before),
  };
  const written = await writeWholeFile(request, io);
  if (written.ok) recordWrite(context, path, written.stats, afterHash, isKnown);
  return written;
}
