import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ioFailure, openJournal } from '@sluice/host';
import { MARK } from './project-directory.ts';
import type { StoredSession } from './session-info.ts';

/** A directory that is about to be gone: nobody takes it for a session. */
export const REMOVED = '.removed-';

/**
 * Removes a session with all that it keeps, unless a process works in it; answers with the reason when it can't. From one moment
 * to the next it is no session any more, whatever then becomes of its files.
 */
export async function removeSession({ id, directory }: StoredSession): Promise<string | undefined> {
  const opened = openJournal({ directory });
  if (!opened.ok) {
    return opened.code === 'locked'
      ? `The session ${id} is in use by process ${opened.holder.pid}; end that first.`
      : `The session ${id} can't be removed: ${opened.message}`;
  }
  const project = dirname(directory);
  const gone = join(project, `${REMOVED}${randomUUID()}`);
  try {
    renameSync(directory, gone);
    await rm(gone, { recursive: true, force: true });
  } catch (error) {
    return `The session ${id} can't be removed (${ioFailure(error).reason}).`;
  } finally {
    opened.journal.close();
  }
  removeIfEmpty(project);
  return undefined;
}

function removeIfEmpty(project: string): void {
  try {
    if (readdirSync(project).every((name) => name === MARK)) rmSync(join(project, MARK), { force: true });
    rmdirSync(project);
  } catch {
    // Other sessions are in it.
  }
}
