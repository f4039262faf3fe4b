import type { Journal } from '@sluice/core';
import { createFileStore, hasPreImage, readPreImage } from '@sluice/host';
import { fileNow, restoreFile } from '@sluice/tools';
import type { RestorePlan } from './plan-restore.ts';
import { removeMadeDirectories } from './remove-made-directories.ts';

type TakenBack =
  /** `withDirectory`: the topmost directory that was removed with the file, as it had been created with it. */
  | { readonly ok: true; readonly keptAt: string | undefined; readonly withDirectory: string | undefined }
  | { readonly ok: false; readonly message: string };

/** Why the session no longer has the file's previous content. */
export async function missingPreImage(
  directory: string,
  { path, target, status }: RestorePlan,
): Promise<string | undefined> {
  if (target === null || status === 'as-before') return undefined;
  if (!(await hasPreImage(directory, target.hash))) {
    return (
      `${path} can't be restored: its old content is no longer stored. Old content is removed after "cleanupPeriodDays" days, and, ` +
      'oldest first, if a session has more than "undoMaxMebibytes". You may still be able to undo later writes: see --list'
    );
  }
  if ((await readPreImage(directory, target.hash)) !== undefined) return undefined;
  return `${path} can't be restored: its old content in ${directory}/pre-images/${target.hash}.bin was changed or can't be read`;
}

/**
 * Restores one file, unless it no longer matches `hashNow`, and records in the journal that its writes are undone. On a
 * message, the file or the journal is unchanged.
 */
export async function takeBack(
  directory: string,
  journal: Journal,
  plan: RestorePlan,
  hashNow: string | undefined,
): Promise<TakenBack> {
  // There is no other copy of what someone else wrote.
  const kept = plan.status === 'changed' ? await keepCurrent(directory, plan.path) : undefined;
  if (kept?.ok === false) return { ok: false, message: `${plan.path} was left as it is: ${kept.message}` };
  const problem = plan.status === 'as-before' ? undefined : await putBack(directory, plan, hashNow);
  if (problem !== undefined) return { ok: false, message: problem };
  const isRemoved = plan.target === null && plan.status !== 'as-before';
  const withDirectory = isRemoved ? await removeMadeDirectories(plan) : undefined;
  for (const { messageId, callId, path, afterHash } of plan.writes.toReversed()) {
    const entry = { type: 'undone', messageId, callId, path, afterHash } as const;
    const written = journal.append({ v: 1, time: Date.now(), ...entry });
    if (!written.ok) {
      return {
        ok: false,
        message: `${path} was restored, but the journal could not be updated: ${written.message}`,
      };
    }
  }
  return { ok: true, keptAt: kept?.file.path, withDirectory };
}

async function putBack(
  directory: string,
  { path, target }: RestorePlan,
  expectedHash: string | undefined,
): Promise<string | undefined> {
  const bytes = target === null ? undefined : await readPreImage(directory, target.hash);
  if (target !== null && bytes === undefined)
    return `what ${path} contained is no longer stored in ${directory}/pre-images`;
  const before = target === null || bytes === undefined ? undefined : { bytes, mode: target.mode };
  const restore = { path, expectedHash, target: before };
  return (await restoreFile(restore, new AbortController().signal))?.message;
}

async function keepCurrent(directory: string, path: string) {
  const now = await fileNow(path, new AbortController().signal);
  if (!now.ok) return now;
  return now.loaded === undefined ? undefined : createFileStore({ directory }).putBytes(now.loaded.bytes);
}
