import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { hasAnswer } from './count-answers.ts';
import { projectDirectory, sessionsDirectory } from './project-directory.ts';
import { readStoredSession, type StoredSession } from './session-info.ts';

/**
 * The sessions of a state directory, the most recently used first; with `cwd` (real and absolute), only those
 * that work there.
 */
export function listSessions(state: string, cwd?: string): readonly StoredSession[] {
  const sessions =
    cwd === undefined
      ? projectDirectories(state).flatMap(sessionsIn)
      : // Two directories could only share a place if one was copied there by hand.
        sessionsIn(projectDirectory(state, cwd)).filter((session) => session.cwd === cwd);
  return sessions.toSorted((one, other) => other.usedAt - one.usedAt || (one.id < other.id ? -1 : 1));
}

export function projectDirectories(state: string): readonly string[] {
  return directoriesIn(sessionsDirectory(state));
}

export function sessionsIn(project: string): readonly StoredSession[] {
  return directoriesIn(realPath(project)).flatMap((directory) => readStoredSession(directory) ?? []);
}

/** The most recently used session of this working directory (real and absolute). */
export function latestSession(state: string, cwd: string): StoredSession | undefined {
  return listSessions(state, cwd)[0];
}

/** The most recently used session of a working directory in which the model has answered; if it has in none, the most recently used one. */
export async function latestAnsweredSession(state: string, cwd: string): Promise<StoredSession | undefined> {
  const sessions = listSessions(state, cwd);
  for (const session of sessions) if (await hasAnswer(session.directory)) return session;
  return sessions[0];
}

/** Directories that may be sessions; links never are. */
function directoriesIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
  } catch {
    return [];
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
