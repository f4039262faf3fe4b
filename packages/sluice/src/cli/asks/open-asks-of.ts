import type { StoredSession } from '@sluice/agent';
import { pendingAsks, readSession, type PendingAsk } from '@sluice/core';
import { createFileStore, readJournal } from '@sluice/host';

/** An open call, and the session that it belongs to. */
export interface SessionAsk {
  readonly session: StoredSession;
  readonly ask: PendingAsk;
}

/** The open calls of a session, without opening it: another process may be using it. */
export async function openAsksOf(session: StoredSession): Promise<readonly SessionAsk[]> {
  const { directory } = session;
  const { entries } = await readJournal(directory);
  const asks = await pendingAsks(readSession(entries), createFileStore({ directory }));
  return asks.map((ask) => ({ session, ask }));
}
