import type { BigIntStats } from 'node:fs';
import type { CheckContext } from '@sluice/core';
import { hashOfBytes } from '../files/fingerprint.ts';
import { hashFile } from '../files/hash-file.ts';
import { inspectFile } from '../files/inspect-file.ts';
import { problem, type Problem } from '../files/problem.ts';
import { resolvePath, type ResolvedPath } from '../files/resolve-path.ts';
import { changedProblem, notSeenProblem } from '../files/seen-check.ts';
import { unwritableProblem } from '../files/unwritable.ts';
import type { WriteInput } from './write-schema.ts';

/** A write that may be made, as the file is now. */
export interface WritePlan {
  readonly ok: true;
  readonly target: ResolvedPath;
  readonly bytes: Buffer;
  /** SHA-256 of `bytes`. */
  readonly hash: string;
  readonly existing: BigIntStats | undefined;
  /** The file holds just these bytes already. */
  readonly isUnchanged: boolean;
}

/** Whether `content` may be written to the file as it is now, or why not. */
export async function planWrite(input: WriteInput, context: CheckContext): Promise<WritePlan | Problem> {
  const target = resolvePath(input.file_path, context.cwd);
  const { path, realPath } = target;
  const state = await inspectFile(realPath);
  const refusal = unwritableProblem(input.file_path, path, state) ?? brokenTextProblem(input.content);
  if (refusal !== undefined) return refusal;
  const bytes = Buffer.from(input.content, 'utf8');
  const hash = hashOfBytes(bytes);
  if (state.status !== 'file')
    return { ok: true, target, bytes, hash, existing: undefined, isUnchanged: false };

  const current = await hashFile(realPath, context.signal);
  if (!current.ok) return current;
  const plan = { ok: true, target, bytes, hash, existing: current.stats } as const;
  // Nothing is lost, whoever wrote it: so a resume may run the call again.
  if (current.hash === hash) return { ...plan, isUnchanged: true };

  const record = context.ledger.get(realPath);
  const notSeen = notSeenProblem(record, path, 'overwrite');
  if (notSeen !== undefined || record === undefined)
    return notSeen ?? problem('not-read', `${path} has not been read.`);
  const unseen =
    changedProblem(record, current.hash, path, 'overwrite') ?? sameMessageProblem(context, target);
  return unseen ?? { ...plan, isUnchanged: false };
}

function sameMessageProblem(
  { ledger, messageId }: CheckContext,
  { path, realPath }: ResolvedPath,
): Problem | undefined {
  if (ledger.isSeenBefore(realPath, messageId)) return undefined;
  return problem(
    'read-in-same-message',
    `${path} was read in the same message as this Write, which was therefore written before its content was seen. ` +
      'Look at what Read returned, then call Write again.',
  );
}

function brokenTextProblem(content: string): Problem | undefined {
  if (content.isWellFormed()) return undefined;
  return problem(
    'broken-text',
    'content holds half of a surrogate pair, which no UTF-8 file can hold. Give the whole character or leave it out.',
  );
}
