import { titleOf, writeSessionInfo, type StoredSession } from './session-info.ts';

export interface SessionChanges {
  /** Takes the place of its title. */
  readonly title?: string;
  /** Becomes its title, where it has none yet. */
  readonly prompt?: string;
  readonly model?: string;
}

export type UpdatedSession =
  | { readonly ok: true; readonly session: StoredSession }
  /** In one line for a person; the session goes on as it is. */
  | { readonly ok: false; readonly message: string };

/** Writes what has become known of a session since it was made. Nothing is written where nothing changes. */
export function updateSession(
  session: StoredSession,
  { title: given = '', prompt = '', model }: SessionChanges,
): UpdatedSession {
  const title = titleOf(given) ?? session.title ?? titleOf(prompt);
  const changed = { ...session, title, model: model ?? session.model };
  if (changed.title === session.title && changed.model === session.model) return { ok: true, session };
  const problem = writeSessionInfo(session.directory, changed);
  if (problem === undefined) return { ok: true, session: changed };
  return { ok: false, message: `The title of the session ${session.id} could not be kept (${problem}).` };
}
