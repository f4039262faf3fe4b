import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ioFailure, openJournal } from '@sluice/host';
import { MARK } from './project-directory.ts';
import type { StoredSession } from './session-info.ts';

/** A directory that is being deleted, and no longer a session. */
export const REMOVED = '.removed-';

/**
 * Removes a session with everything it stores, unless a process is using it. Resolves with the reason if it
 * can't. The session disappears atomically, whatever then happens to its files.
 */
export async function removeSession({ id, directory }: StoredSession): Promise<string | undefined> {
  const opened = openJournal({ directory });
  if (!opened.ok) {
    return opened.code === 'locked'
      ? `The session ${id} is in use by process ${opened.holder.pid}; end that process first.`
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
    // It contains other sessions.
  }
}
