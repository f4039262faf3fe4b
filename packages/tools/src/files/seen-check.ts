import type { CheckContext, ReadRecord } from '@sluice/core';
import { problem, type Problem } from './problem.ts';
import type { ResolvedPath } from './resolve-path.ts';

/** Why a file that the model wants to change counts as not seen by it, or undefined when all of it was read or written before. */
export function notSeenProblem(
  record: ReadRecord | undefined,
  path: string,
  verb: Verb,
): Problem | undefined {
  if (record === undefined) {
    return problem(
      'not-read',
      `${path} exists but has not been read in this session. Read it first, then ${verb} it.`,
    );
  }
  if (!record.isPartial) return undefined;
  const { range } = record;
  const part =
    range === undefined
      ? 'a part'
      : range.limit === 1
        ? `line ${range.offset}`
        : `lines ${range.offset} to ${range.offset + range.limit - 1}`;
  return problem(
    'partly-read',
    `Only a PARTIAL view of ${path} has been read (${part}, or lines that were cut), so it is not safe to ${verb} it. ` +
      'Read all of it first; allow_large: true shows a file that does not fit one page.',
  );
}

/** The file is another one than the model saw. `hash` is that of the file as it is now. */
export function changedProblem(
  record: ReadRecord,
  hash: string,
  path: string,
  verb: Verb,
): Problem | undefined {
  if (record.hash === hash) return undefined;
  const since = record.kind === 'read' ? 'since it was read' : 'since it was last written here';
  return problem(
    'changed-since-read',
    `${path} has changed ${since}: a person, a program or another call wrote to it. Nothing was written. Read it again, then ${verb} it.`,
  );
}

/** The call was written before the model had seen what the file holds. `call` names it. */
export function sameMessageProblem(
  { ledger, messageId }: CheckContext,
  { path, realPath }: ResolvedPath,
  call: string,
): Problem | undefined {
  if (ledger.isSeenBefore(realPath, messageId)) return undefined;
  return problem(
    'read-in-same-message',
    `${path} was read in the same message as this ${call}, which was therefore written before its content was seen. ` +
      `Look at what Read returned, then call ${call} again.`,
  );
}

type Verb = 'edit' | 'overwrite';
