import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  continueFromTranscript,
  findSession,
  forkSession,
  importTranscript,
  latestAnsweredSession,
  newSession,
  noteTranscriptIds,
  readTranscript,
  removeSession,
  stateDirectory,
  transcriptIds,
  updateSession,
  type SessionChanges,
  type SessionResult,
  type Transcript,
} from '@sluice/agent';
import { isOfAgentSdk } from '@sluice/base';
import { dropProblem } from './dropped-turn.ts';
import type { SessionChoice } from './session-choice.ts';

export interface StoredSession {
  readonly id: string;
  /** Absolute; undefined: nothing is stored. */
  readonly directory: string | undefined;
  readonly isResumed: boolean;
  /** A copy of the session that it continues. */
  readonly isFork: boolean;
  /** The title as a list of sessions shows it now. */
  title(): string | undefined;
  /** Removes a session that was created for this prompt and not used. */
  undo(): Promise<void>;
  /** Stores what a list of sessions shows. */
  note(changes: SessionChanges): void;
  /** A message has been written to the session's transcript for programs, which is at `path`: absolute. */
  noteTranscribed(path: string, id: string): void;
}

type OpenedStoredSession =
  | { readonly ok: true; readonly session: StoredSession }
  | { readonly ok: false; readonly message: string };

interface StoredSessionContext {
  /** Real and absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The session for a prompt: a new one, an earlier one, or a copy of an earlier one. */
export async function openStoredSession(
  choice: SessionChoice,
  { cwd, env }: StoredSessionContext,
): Promise<OpenedStoredSession> {
  if (choice.kind === 'none') {
    return {
      ok: true,
      session: {
        id: choice.id ?? randomUUID(),
        directory: undefined,
        isResumed: false,
        isFork: false,
        title: () => undefined,
        undo: () => Promise.resolve(),
        note() {},
        noteTranscribed() {},
      },
    };
  }
  const state = stateDirectory(env);
  if (choice.kind === 'new') {
    const made = newSession({ state, cwd, id: choice.id });
    return opened(made, false, true);
  }
  if (choice.kind === 'named' && choice.throughMessage !== undefined)
    return openThrough(choice, choice.throughMessage, { cwd, env });
  const found =
    choice.kind === 'named' ? await findOrImport(choice, { cwd, env }) : await latestOf(state, cwd);
  if (!found.ok || !choice.isForked) return opened(found, true, false);
  return opened(
    await forkSession(state, found.session, {
      id: choice.id ?? randomUUID(),
      beforePrompt: choice.kind === 'named' ? choice.beforePrompt : undefined,
    }),
    true,
    true,
  );
}

/** A session of the store, or one that another program keeps as a transcript. */
async function findOrImport(
  { name, needsTranscript = false }: Extract<SessionChoice, { kind: 'named' }>,
  { cwd, env }: StoredSessionContext,
): Promise<SessionResult> {
  const state = stateDirectory(env);
  const found = findSession(state, name);
  const isThere = found.ok && !isDeleted(found.session, env);
  if (isThere && !needsTranscript) return found;
  const transcript = readTranscript(name, cwd, env);
  if (transcript !== undefined)
    return (isThere && (await goOn(found, transcript))) || replace(name, transcript, { state, cwd });
  if (!found.ok) return found;
  const message = `There is no session ${JSON.stringify(name)}: its transcript was deleted.`;
  return { ok: false, message };
}

/** Programs of the Agent SDK delete the transcript of a session, and expect that the session is gone with it. */
function isDeleted(
  { transcript }: Extract<SessionResult, { ok: true }>['session'],
  env: StoredSessionContext['env'],
): boolean {
  if (transcript === undefined || !isOfAgentSdk(env)) return false;
  return !existsSync(transcript) && existsSync(dirname(transcript));
}

/** A session up to one of its messages. Unless it is forked, all that it held goes on under another id. */
async function openThrough(
  { name, isForked, id, dropsTurn }: Extract<SessionChoice, { kind: 'named' }>,
  uuid: string,
  { cwd, env }: StoredSessionContext,
): Promise<OpenedStoredSession> {
  const state = stateDirectory(env);
  const transcript = readTranscript(name, cwd, env, uuid);
  if (transcript === undefined) {
    const message = `There is no message ${JSON.stringify(uuid)} in a transcript of the session ${JSON.stringify(name)}.`;
    return { ok: false, message };
  }
  const whole = dropsTurn === undefined ? undefined : readTranscript(name, cwd, env);
  const refused =
    dropsTurn === undefined || whole === undefined ? undefined : dropProblem(whole, uuid, dropsTurn);
  if (refused !== undefined) return { ok: false, message: refused };
  if (isForked)
    return opened(await importTranscript(transcript, { state, cwd, id: id ?? randomUUID() }), true, true);
  return opened(await replace(name, transcript, { state, cwd }), true, false);
}

/**
 * The session with what the transcript has beyond it, where another program went on with it. Undefined: it is not the beginning of the
 * transcript.
 */
async function goOn(
  found: Extract<SessionResult, { ok: true }>,
  { messages }: Transcript,
): Promise<SessionResult | undefined> {
  const { session } = found;
  const ids = transcriptIds(session.directory);
  const last = ids.at(-1);
  const shared = messages.findIndex(({ uuid }) => uuid === last) + 1;
  if (shared === 0) return holds(session, messages.at(-1)?.uuid) ? found : undefined;
  if (shared === messages.length) return found;
  const problem = await continueFromTranscript(session, messages.slice(shared));
  return problem === undefined ? found : { ok: false, message: problem };
}

/** The session's own transcript has that message. */
function holds(
  { transcript }: { readonly transcript?: string | undefined },
  id: string | undefined,
): boolean {
  try {
    return transcript !== undefined && id !== undefined && readFileSync(transcript, 'utf8').includes(id);
  } catch {
    return false;
  }
}

/** Makes the session of a transcript. What a session of this id held goes on under another id. */
async function replace(
  name: string,
  transcript: Transcript,
  { state, cwd }: { readonly state: string; readonly cwd: string },
): Promise<SessionResult> {
  const before = findSession(state, name);
  if (before.ok) {
    const kept = await forkSession(state, before.session);
    if (!kept.ok) return kept;
    const problem = await removeSession(before.session);
    if (problem !== undefined) {
      await removeSession(kept.session);
      return { ok: false, message: problem };
    }
  }
  return importTranscript(transcript, { state, cwd });
}

async function latestOf(state: string, cwd: string): Promise<SessionResult> {
  const session = await latestAnsweredSession(state, cwd);
  if (session !== undefined) return { ok: true, session };
  const message = `There is no session to continue in ${cwd}: leave out --continue, or choose one with --resume (\`sluice sessions --all\` lists them).`;
  return { ok: false, message };
}

function opened(result: SessionResult, isResumed: boolean, isNew: boolean): OpenedStoredSession {
  if (!result.ok) return result;
  const { session } = result;
  const { id, directory } = session;
  const undo = async (): Promise<void> => {
    if (isNew) await removeSession(session);
  };
  let current = session;
  const note = (changes: SessionChanges): void => {
    const updated = updateSession(current, changes);
    if (updated.ok) current = updated.session;
  };
  const title = (): string | undefined => current.title;
  const noteTranscribed = (path: string, uuid: string): void => {
    if (current.transcript !== path) note({ transcript: path });
    noteTranscriptIds(directory, [uuid]);
  };
  return {
    ok: true,
    session: { id, directory, isResumed, isFork: isResumed && isNew, title, undo, note, noteTranscribed },
  };
}
