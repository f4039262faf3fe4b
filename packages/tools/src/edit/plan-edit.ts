import type { BigIntStats } from 'node:fs';
import type { CheckContext } from '@sluice/core';
import { formatBytes } from '../files/format.ts';
import { inspectFile } from '../files/inspect-file.ts';
import { loadFile } from '../files/load-file.ts';
import { problem, type Problem } from '../files/problem.ts';
import { resolvePath, type ResolvedPath } from '../files/resolve-path.ts';
import { changedProblem, notSeenProblem } from '../files/seen-check.ts';
import { unwritableProblem } from '../files/unwritable.ts';
import type { EditInput } from './edit-schema.ts';
import { planReplacement, type Replacement } from './plan-replacement.ts';

/** Bytes up to which a file is edited, before and after: 1 GiB. */
export const EDIT_SIZE_LIMIT = 1024 * 1024 * 1024;

/** An edit that may be made, as the file is now. */
export interface EditPlan extends Replacement {
  readonly target: ResolvedPath;
  /** Undefined: a new file. */
  readonly existing: BigIntStats | undefined;
  readonly before: Buffer;
}

/** What the edit would make of the file as it is now, or why it can't be made. */
export async function planEdit(input: EditInput, context: CheckContext): Promise<EditPlan | Problem> {
  const target = resolvePath(input.file_path, context.cwd);
  const { path, realPath } = target;
  const state = await inspectFile(realPath);
  const refusal = stringsProblem(input) ?? unwritableProblem(input.file_path, path, state);
  if (refusal !== undefined) return refusal;
  if (state.status !== 'file')
    return input.old_string === '' ? creation(input, target, undefined) : missingProblem(path);
  if (state.stats.size > EDIT_SIZE_LIMIT) return tooLargeProblem(path, state.stats.size);
  if (input.old_string === '') {
    return state.stats.size === 0n ? creation(input, target, state.stats) : notEmptyProblem(path);
  }
  const record = context.ledger.get(realPath);
  const notSeen = notSeenProblem(record, path, 'edit');
  if (notSeen !== undefined) return notSeen;
  const loaded = await loadFile(realPath, context.signal);
  if (!loaded.ok) return loaded;
  const changed = record === undefined ? undefined : changedProblem(record, loaded.hash, path, 'edit');
  if (changed !== undefined) return changed;
  const replacement = planReplacement(loaded.bytes, input, path);
  if (!replacement.ok) return replacement;
  if (replacement.after.length > EDIT_SIZE_LIMIT) return tooLargeProblem(path, replacement.after.length);
  return { ...replacement, target, existing: loaded.stats, before: loaded.bytes };
}

function creation(input: EditInput, target: ResolvedPath, existing: BigIntStats | undefined): EditPlan {
  const after = Buffer.from(input.new_string, 'utf8');
  const changed = { start: 0, end: 0 };
  return {
    ok: true,
    target,
    existing,
    before: Buffer.alloc(0),
    after,
    changed,
    replacements: 0,
    startLine: 1,
    form: 'exact',
  };
}

function stringsProblem({ old_string, new_string }: EditInput): Problem | undefined {
  if (old_string === new_string) {
    return problem('no-change', 'old_string and new_string are the same, so there is nothing to change.');
  }
  if (new_string.isWellFormed() && old_string.isWellFormed()) return undefined;
  return problem(
    'broken-text',
    'old_string or new_string holds half of a surrogate pair, which no UTF-8 file can hold. Give the whole character or leave it out.',
  );
}

function missingProblem(path: string): Problem {
  return problem(
    'not-found',
    `${path} does not exist, so there is nothing to edit. Check the path, or make the file with an empty old_string or with Write.`,
  );
}

function notEmptyProblem(path: string): Problem {
  return problem(
    'not-empty',
    `old_string is empty, which makes a new file, but ${path} exists and has content. Give the text to replace, or use Write.`,
  );
}

function tooLargeProblem(path: string, size: number | bigint): Problem {
  return problem(
    'too-large',
    `${path} is or would be ${formatBytes(size)} large; Edit takes files up to ${formatBytes(EDIT_SIZE_LIMIT)}. Use a stream editor such as sed.`,
  );
}
