import { realDirectory } from '@sluice/base';

/** Which session to use: by directory, by id or title, or the last one that worked in this directory. */
export type SessionChoice =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'named'; readonly wanted: string }
  | { readonly kind: 'latest' };

type LocatedSession =
  /** `name`: what to report to a user who did not name the session. */
  | { readonly ok: true; readonly directory: string; readonly name: string | undefined }
  | { readonly ok: false; readonly message: string };

/** @param idOption how the command takes a session's id, for messages */
export async function locateSession(
  choice: SessionChoice,
  env: Readonly<Record<string, string | undefined>>,
  idOption: string,
): Promise<LocatedSession> {
  if (choice.kind === 'directory') return { ok: true, directory: choice.directory, name: undefined };
  const { findSession, latestSession, stateDirectory } = await import('@sluice/agent');
  const state = stateDirectory(env);
  if (choice.kind === 'named') {
    const found = findSession(state, choice.wanted);
    return found.ok ? { ok: true, directory: found.session.directory, name: undefined } : found;
  }
  const cwd = realDirectory('.');
  const session = cwd === undefined ? undefined : latestSession(state, cwd);
  if (session === undefined) {
    const message =
      `There is no stored session of ${cwd ?? 'this directory'}. List all sessions with: sluice sessions --all. ` +
      `Then pass ${idOption}, or pass --session-dir DIR if you gave one to sluice exec.`;
    return { ok: false, message };
  }
  const { id, title, directory } = session;
  return { ok: true, directory, name: title === undefined ? id : `${id} (${title})` };
}
