import { listSessions } from './list-sessions.ts';
import type { SessionResult } from './new-session.ts';
import type { StoredSession } from './session-info.ts';

/** Shorter prefixes of an id are ignored. */
const LEAST_PREFIX = 4;
const MAX_SHOWN = 10;

/**
 * Finds a session by id, id prefix, or title, in any directory. An id match wins over a title; if several
 * match, they are listed.
 */
export function findSession(state: string, wanted: string): SessionResult {
  const sessions = listSessions(state);
  const id = wanted.trim().toLowerCase();
  const exact = sessions.find((session) => session.id === id);
  if (exact !== undefined) return { ok: true, session: exact };
  const byId = id.length < LEAST_PREFIX ? [] : sessions.filter((session) => session.id.startsWith(id));
  const fitting =
    byId.length > 0 ? byId : sessions.filter(({ title }) => id !== '' && title?.toLowerCase() === id);
  const [session] = fitting;
  if (session === undefined) {
    const message = `There is no session ${JSON.stringify(wanted)}. List all sessions with \`sluice sessions --all\`.`;
    return { ok: false, message };
  }
  return fitting.length === 1 ? { ok: true, session } : { ok: false, message: severalText(wanted, fitting) };
}

function severalText(wanted: string, fitting: readonly StoredSession[]): string {
  const shown = fitting
    .slice(0, MAX_SHOWN)
    .map(({ id, title }) => (title === undefined ? id : `${id} (${title})`));
  const more = fitting.length > MAX_SHOWN ? `, and ${fitting.length - MAX_SHOWN} more` : '';
  return `${JSON.stringify(wanted)} matches ${fitting.length} sessions: ${shown.join(', ')}${more}. Give more of the id.`;
}
