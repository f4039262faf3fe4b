import type { SessionParts } from '@sluice/session';

/** How many files the tools of a session have written; 0 if that can't be known. */
export async function countWrittenFiles({ journal, directory }: SessionParts['session']): Promise<number> {
  if (journal === undefined) return 0;
  const { openUndo } = await import('../../undo/open-undo.ts');
  const opened = await openUndo(directory, true, journal);
  return opened.ok ? new Set(opened.session.writes.map(({ path }) => path)).size : 0;
}
