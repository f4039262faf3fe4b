import type { SessionParts } from '@sluice/session';
import { openUndo } from '../../undo/open-undo.ts';

/** How many files the tools of a session have written; 0 if that can't be known. */
export async function countWrittenFiles({ journal, directory }: SessionParts['session']): Promise<number> {
  if (journal === undefined) return 0;
  const opened = await openUndo(directory, true, journal);
  return opened.ok ? new Set(opened.session.writes.map(({ path }) => path)).size : 0;
}
