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

export async function locateSession(
  choice: SessionChoice,
  env: Readonly<Record<string, string | undefined>>,
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
      `no session of ${cwd ?? 'this directory'} is stored. Choose one with --session ID (sluice sessions --all lists them), ` +
      'or pass with --session-dir DIR the directory that you gave to sluice exec';
    return { ok: false, message };
  }
  const { id, title, directory } = session;
  return { ok: true, directory, name: title === undefined ? id : `${id} (${title})` };
}
