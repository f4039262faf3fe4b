import type { CheckContext, ReadRecord } from '@sluice/core';
import { hashAsKnown } from './file-parts.ts';
import type { LoadedFile } from '../load/load-file.ts';
import { problem, type Problem } from '../problem.ts';
import type { ResolvedPath } from '../paths/resolve-path.ts';

/** Nothing was read, only a part, or nothing since part of it was edited. */
type NotSeenCode = 'not-read' | 'partly-read' | 'rest-not-read';

interface NotSeenProblem extends Problem {
  readonly code: NotSeenCode;
}

function notSeen(code: NotSeenCode, message: string): NotSeenProblem {
  return { ...problem(code, message), code };
}

/** Why a file that the model wants to change is treated as not seen, or undefined if all of it was read or written before. */
export function notSeenProblem(
  record: ReadRecord | undefined,
  path: string,
  verb: Verb,
): NotSeenProblem | undefined {
  if (record === undefined) {
    return notSeen(
      'not-read',
      `${path} exists but has not been read in this session. Read it first, then ${verb} it.`,
    );
  }
  if (!record.isPartial) return undefined;
  if (record.kind === 'write') {
    return notSeen(
      'rest-not-read',
      `${path} was edited here, but has not been read completely in its current state. Read it first, then ${verb} it.`,
    );
  }
  return notSeen(
    'partly-read',
    `Only a PARTIAL view of ${path} has been read (${partText(record)}), so it is not safe to ${verb} it. ${wayOn(record, verb)}`,
  );
}

function partText({ range, shortOf }: ReadRecord): string {
  if (range === undefined) return shortOf === 'budget' ? 'the message had no room for all of it' : 'a part';
  const { offset, limit, unit = 'line' } = range;
  const last = offset + limit - 1;
  const part = limit === 1 ? `${unit} ${offset}` : `${unit}s ${offset} to ${last}`;
  return shortOf === 'cut' ? `${part}, of which some were cut` : part;
}

/** `allow_large` helps if something was cut; a message that was full would be full again. */
function wayOn({ range, shortOf }: ReadRecord, verb: Verb): string {
  if (shortOf === 'cut') {
    const others = verb === 'overwrite' ? 'Edit, by an exact match, or Bash' : 'Bash';
    return `Read it again with allow_large: true, which cuts less. To change what is too long even for that, use ${others}.`;
  }
  const pages = 'offset and limit choose pages, which add up across messages.';
  if (shortOf === 'budget') return `Read it in smaller pages: ${pages}`;
  if (range === undefined) return 'Read all of it first.';
  return `Read the rest first: ${pages}`;
}

/** The file is not the one that the model saw. */
export function changedProblem(
  record: ReadRecord,
  loaded: LoadedFile,
  path: string,
  verb: Verb,
): Problem | undefined {
  if (record.hash === hashAsKnown(record, loaded)) return undefined;
  const since = record.kind === 'read' ? 'since it was read' : 'since it was last written here';
  return problem(
    'changed-since-read',
    `${path} has changed ${since}: a person, a program or another call wrote to it. Nothing was written. Read it again, then ${verb} it.`,
  );
}

/** The call was written before the model had seen the file's content. `call` is its name. */
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
