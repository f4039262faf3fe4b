import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorText } from '@sluice/base';
import {
  journaledAgents,
  unreadMessages,
  type UnreadMessage,
  parseSessionPermission,
  readQuestions,
  readSession,
  type Journal,
  type JournalEntry,
  type JournaledAgent,
  type JournaledMessage,
  type JournaledQuestion,
  type ResultStore,
  type SessionPermission,
} from '@sluice/core';
import { createFileStore, openJournal, readWholeJournal, type PreImageLimits } from '@sluice/host';
import { keepFresh } from './keep-fresh.ts';
import { markKept } from './left-directories.ts';
import { leavePrivatePlace, makePrivateDirectory } from './private-place.ts';
import { removeLeftLater } from './remove-left-later.ts';
import type { SessionError } from '../session-error.ts';
import { removeUnfinished } from './remove-unfinished.ts';
import { lostLines } from './lost-lines.ts';
import { sessionNotices } from './session-notices.ts';
import { temporaryName } from './temporary-name.ts';
import { temporaryPlace } from './temporary-place.ts';

export interface SessionOptions {
  /**
   * Where to store the journal and results across runs. Default: a private temporary directory, without a
   * journal.
   */
  readonly sessionDirectory?: string;
  /** Resume the session in that directory. Without it, a directory that already has a session is rejected. */
  readonly resume?: boolean;
  /**
   * What the journal and the undo files survive: the end of the process, or with `power` also a power
   * failure, which waits for the disk at each line. Default `process`.
   */
  readonly durability?: 'process' | 'power';
}

/** What a session is opened for. */
interface SessionPlace {
  readonly cwd: string;
  /** How much previous file content to keep for undo; called when the first file is changed. */
  readonly preImageLimits: () => PreImageLimits | undefined;
  /**
   * How long to keep temporary sessions that the user was told are kept; called when some might be removed.
   */
  readonly keptDays?: () => number | undefined;
}

/** Where a session stores its data. */
export interface Session {
  /** Absolute. */
  readonly directory: string;
  readonly durability: NonNullable<SessionOptions['durability']>;
  /** Absolute: where results that are too long to show are stored. */
  readonly resultsDirectory: string;
  readonly store: ResultStore;
  readonly journal: Journal | undefined;
  readonly resume: readonly JournaledMessage[] | undefined;
  /** Questions to users in a resumed journal. */
  readonly questions: ReadonlyMap<string, JournaledQuestion>;
  /**
   * Agents of a resumed session that other agents opened; those whose program died before they ended are
   * `lost`.
   */
  readonly agents: readonly JournaledAgent[];
  /** Messages between agents that an earlier program of the session had not delivered. */
  readonly unread: readonly UnreadMessage[];
  /** The session's own allow and deny rules and mode at the time it was left. */
  readonly permission: SessionPermission | undefined;
  /** Journal lines that could not be read. */
  readonly setAside: number;
  /** Lines missing from the resumed journal. */
  readonly lostLines: number;
  /** What the user should know about it, one line each. */
  readonly notices: readonly string[];
  /**
   * Releases the journal and removes a temporary directory, unless results were stored there, which a
   * conversation may refer to. Returns the directory of results that remain in a temporary place.
   */
  close(): string | undefined;
}

export type OpenedSession =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly error: SessionError };

const RESULTS = 'tool-results';

/** Opens a session's directory; never throws. */
export async function openSession({
  sessionDirectory,
  resume,
  durability,
  cwd,
  preImageLimits,
  keptDays = () => undefined,
}: SessionOptions & SessionPlace): Promise<OpenedSession> {
  return sessionDirectory === undefined
    ? openTemporarySession(keptDays)
    : openLastingSession(
        resolve(sessionDirectory),
        resume === true,
        { cwd, preImageLimits, keptDays },
        durability,
      );
}

function openTemporarySession(keptDays: () => number | undefined): OpenedSession {
  const place = temporaryPlace(process.env);
  if (!place.ok) return place;
  try {
    // While this directory exists, no one else can replace its parent.
    const directory = makePrivateDirectory(place.directory, temporaryName('sluice'));
    return { ok: true, session: temporarySession(directory, keptDays) };
  } catch (error) {
    const reason = errorText(error);
    const message = `no temporary directory can be created in ${place.directory}: ${reason}.`;
    return { ok: false, error: { code: 'no-temporary-directory', message } };
  }
}

/** A session that no call will run in: its directory does not exist. */
export function rehearsedSession(): Session {
  return { ...emptySession(join(tmpdir(), temporaryName('sluice-rehearsal'))), close: () => undefined };
}

function emptySession(directory: string): Omit<Session, 'close'> {
  return {
    directory,
    durability: 'process',
    resultsDirectory: join(directory, RESULTS),
    store: createFileStore({ directory }),
    journal: undefined,
    resume: undefined,
    questions: new Map(),
    agents: [],
    unread: [],
    permission: undefined,
    setAside: 0,
    lostLines: 0,
    notices: [],
  };
}

function temporarySession(directory: string, keptDays: () => number | undefined): Session {
  const session = emptySession(directory);
  const { resultsDirectory } = session;
  const removeLeft = removeLeftLater(keptDays);
  const letAge = keepFresh(directory);
  return {
    ...session,
    close() {
      letAge();
      removeLeft();
      if (hasResults(resultsDirectory)) {
        markKept(directory);
        return resultsDirectory;
      }
      rmSync(directory, { recursive: true, force: true });
      leavePrivatePlace(directory);
      return undefined;
    },
  };
}

async function openLastingSession(
  directory: string,
  isResumed: boolean,
  { cwd, preImageLimits, keptDays }: Required<SessionPlace>,
  durability: SessionOptions['durability'] = 'process',
): Promise<OpenedSession> {
  const opened = openJournal({ directory, durability });
  if (!opened.ok) return { ok: false, error: { code: opened.code, message: opened.message } };
  const { journal } = opened;
  const refuse = (code: SessionError['code'], message: string): OpenedSession => {
    journal.close();
    return { ok: false, error: { code, message } };
  };
  let content: Awaited<ReturnType<Journal['read']>>;
  try {
    content = await journal.read();
  } catch (error) {
    const reason = errorText(error);
    return refuse('unreadable', `The journal in ${directory} can't be read (${reason}).`);
  }
  // Message ids count from 1 in each session: a second session in the same journal would match its calls with
  // the first one's.
  if (!isResumed && content.entries.length > 0) {
    return refuse('not-empty', `${directory} already contains a session.`);
  }
  const store = createFileStore({ directory, durability, preImageLimits });
  const permission = await permissionOf(content.entries, store);
  if (permission === 'unreadable') {
    return refuse(
      'unreadable',
      `The permissions of the session in ${directory} can't be read, so it can't be resumed. Start a new one in another directory.`,
    );
  }
  const removeLeft = removeLeftLater(keptDays);
  // An agent with an unreadable journal is no reason to lose the session.
  const whole = isResumed ? await readWholeJournal(directory).catch(() => content) : { entries: [] };
  return {
    ok: true,
    session: {
      directory,
      durability,
      resultsDirectory: join(realpathSync(directory), RESULTS),
      store,
      journal,
      permission,
      resume: isResumed ? readSession(content.entries) : undefined,
      questions: readQuestions(content.entries),
      agents: journaledAgents(whole.entries),
      unread: unreadMessages(content.entries),
      setAside: content.setAside,
      lostLines: lostLines(content),
      notices: isResumed
        ? [...sessionNotices(directory, content, cwd), ...removeUnfinished(whole.entries)]
        : [],
      close() {
        journal.close();
        removeLeft();
        return undefined;
      },
    },
  };
}

async function permissionOf(
  entries: readonly JournalEntry[],
  store: ResultStore,
): Promise<SessionPermission | undefined | 'unreadable'> {
  const last = entries.findLast((entry) => entry.type === 'permission');
  if (last === undefined) return undefined;
  const text = 'text' in last.state ? last.state.text : await store.get(last.state.path);
  return text === undefined ? 'unreadable' : (parseSessionPermission(text) ?? 'unreadable');
}

function hasResults(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => !name.startsWith('.'));
  } catch {
    return false;
  }
}
