import type { Engine } from '../../engine/engine.ts';
import type { FileChange, PreImageProblem } from '../../tool/context.ts';
import { isCurrent, type Work } from '../../engine/work.ts';
import { ofParent } from '../start/journal-start.ts';

/** Bits of a mode other than the file type. */
const MODE_BITS = 0o7777;

const SUPERSEDED: PreImageProblem = {
  code: 'superseded',
  message: 'This attempt of the call has been superseded. Nothing was written.',
};

/** Stores a file's content and records in the journal that the call is about to write it; a reason if either fails. */
export async function keepPreImage(
  engine: Engine,
  work: Work,
  { path, before, afterHash, temporaryPath, newDirectory }: FileChange,
): Promise<PreImageProblem | undefined> {
  if (!isCurrent(work)) return SUPERSEDED;
  if (!engine.ports.journal.isOn) return undefined;
  const stored = before === undefined ? undefined : await engine.ports.store.putBytes(before.bytes);
  if (stored?.ok === false) return unkept(path, 'pre-image-not-kept', stored.message);
  if (!isCurrent(work)) return SUPERSEDED;
  const { call } = work;
  const problem = engine.ports.journal.write({
    type: 'wrote',
    messageId: call.group.messageId,
    callId: call.id,
    ...ofParent(call),
    path,
    before:
      stored === undefined || before === undefined
        ? null
        : {
            hash: stored.file.hash,
            bytes: stored.file.bytes,
            mode: before.mode & MODE_BITS,
            path: stored.file.path,
          },
    afterHash,
    temporaryPath,
    newDirectory,
  });
  return problem === undefined ? undefined : unkept(path, 'journal-unwritable', problem);
}

function unkept(path: string, code: string, reason: string): PreImageProblem {
  return {
    code,
    message: `${path} was not written, because its content could not be saved for undo. ${reason} Nothing was changed. Calls that only read still work.`,
  };
}
