import { present } from '@sluice/base';
import { titleOf, writeSessionInfo, type StoredSession } from './session-info.ts';

export interface SessionChanges {
  /** Replaces the title. */
  readonly title?: string;
  /** Becomes the title if there is none yet. */
  readonly prompt?: string;
  readonly model?: string;
  /** Absolute: where its transcript is. */
  readonly transcript?: string;
}

export type UpdatedSession =
  | { readonly ok: true; readonly session: StoredSession }
  /** One line for the user; the session continues unchanged. */
  | { readonly ok: false; readonly message: string };

/** Records what has become known about a session since it was created. Writes nothing if nothing changes. */
export function updateSession(
  session: StoredSession,
  { title: given = '', prompt = '', model, transcript }: SessionChanges,
): UpdatedSession {
  const title = titleOf(given) ?? session.title ?? titleOf(prompt);
  const changed = {
    ...session,
    title,
    model: model ?? session.model,
    ...present({ transcript: transcript ?? session.transcript }),
  };
  const isSame =
    title === session.title && changed.model === session.model && changed.transcript === session.transcript;
  if (isSame) return { ok: true, session };
  const problem = writeSessionInfo(session.directory, changed);
  if (problem === undefined) return { ok: true, session: changed };
  return { ok: false, message: `The title of the session ${session.id} could not be saved (${problem}).` };
}
