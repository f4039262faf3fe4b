import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@sluice/base';
import { ioFailure, makeDirectory } from '@sluice/host';
import { projectDirectory, sessionsDirectory } from './project-directory.ts';
import { isSessionId, titleOf, writeSessionInfo, type StoredSession } from './session-info.ts';

export type SessionResult =
  | { readonly ok: true; readonly session: StoredSession }
  /** One line for the user. */
  | { readonly ok: false; readonly message: string };

export interface NewSession {
  /** See `stateDirectory`. */
  readonly state: string;
  /** The session's working directory: real and absolute. */
  readonly cwd: string;
  /** A UUID that no session has. Default: a new one. */
  readonly id?: string;
  /** The source of the title. */
  readonly prompt?: string;
  readonly model?: string;
}

/**
 * Creates the directory of a session, accessible only to its owner. The agent that works in it opens the
 * journal.
 */
export function newSession({ state, cwd, id, prompt = '', model }: NewSession): SessionResult {
  const chosen = id === undefined ? { ok: true as const, id: randomUUID() } : chooseId(state, id);
  if (!chosen.ok) return chosen;
  const createdAt = Date.now();
  const info = { id: chosen.id, cwd, title: titleOf(prompt), model, createdAt };
  try {
    const directory = makeSessionDirectory(projectDirectory(state, cwd), chosen.id);
    if (directory === undefined) return taken(chosen.id);
    const problem = writeSessionInfo(directory, info);
    if (problem !== undefined) {
      rmSync(directory, { recursive: true, force: true });
      return refused(state, problem);
    }
    return { ok: true, session: { ...info, directory, usedAt: createdAt } };
  } catch (error) {
    return refused(state, ioFailure(error).reason);
  }
}

/** Undefined: the name is taken. */
function makeSessionDirectory(project: string, id: string): string | undefined {
  for (let attempt = 1; ; attempt += 1) {
    makeDirectory(project, 0o700);
    try {
      const directory = join(realpathSync(project), id);
      mkdirSync(directory, { mode: 0o700 });
      return directory;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return undefined;
      // Removing a project's last session also removes its empty directory.
      if (errorCode(error) !== 'ENOENT' || attempt === 3) throw error;
    }
  }
}

/** The id that the user wants for a session, if it is valid and available. */
export function chooseId(
  state: string,
  wanted: string,
): { readonly ok: true; readonly id: string } | { readonly ok: false; readonly message: string } {
  const id = wanted.toLowerCase();
  if (!isSessionId(id)) {
    const message = `${JSON.stringify(wanted)} is not a valid session id: use a UUID, such as ${randomUUID()}.`;
    return { ok: false, message };
  }
  const sessions = sessionsDirectory(state);
  const isTaken = projectsIn(sessions).some((project) => existsSync(join(sessions, project, id)));
  return isTaken ? taken(id) : { ok: true, id };
}

function taken(id: string) {
  const message = `Session ${id} already exists. Resume it (--resume ${id}) or choose another id.`;
  return { ok: false as const, message };
}

function refused(state: string, reason: string) {
  const message = `The session can't be saved in ${state} (${reason}). Set SLUICE_STATE_DIR to another directory, or don't save the session (--no-session-persistence).`;
  return { ok: false as const, message };
}

function projectsIn(sessions: string): readonly string[] {
  try {
    return readdirSync(sessions);
  } catch {
    return [];
  }
}
