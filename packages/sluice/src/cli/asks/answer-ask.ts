import { findSession, listSessions, stateDirectory } from '@sluice/agent';
import type { AnsweredAsk, SuspendedAnswer } from '@sluice/core';
import { openLocalRuntime } from '@sluice/session';
import { followStopping } from '../stop/follow-stopping.ts';
import { createStop } from '../stop/stop.ts';
import { watchSignals } from '../stop/watch-signals.ts';
import { sayAs } from '../say.ts';
import { openAsksOf, type SessionAsk } from './open-asks-of.ts';

const say = sayAs('sluice asks');
/** Shorter beginnings of an id are ignored. */
const LEAST_PREFIX = 8;

type Answered =
  | { readonly ok: true; readonly found: SessionAsk; readonly answered: Extract<AnsweredAsk, { ok: true }> }
  | { readonly ok: false; readonly message: string };

/** Settles an open call in its session: opened as `--resume` opens it, but no model is asked. */
export async function answerAsk(
  requestId: string,
  answer: SuspendedAnswer,
  version: string,
): Promise<Answered> {
  const all: SessionAsk[] = [];
  for (const session of listSessions(stateDirectory(process.env))) all.push(...(await openAsksOf(session)));
  const fitting = all.filter(
    ({ ask }) =>
      ask.requestId === requestId ||
      (requestId.length >= LEAST_PREFIX && ask.requestId.startsWith(requestId)),
  );
  const [found, other] = fitting;
  const name = JSON.stringify(requestId.slice(0, 100));
  if (found === undefined)
    return { ok: false, message: `No call waits for an answer to ${name}. List all with: sluice asks --all` };
  // A copy of a session has the same questions, and each is answered in its own.
  if (other !== undefined) {
    const ids = fitting.map(({ ask, session }) => `${ask.requestId} in ${session.id}`).join(', ');
    return { ok: false, message: `${name} matches several open calls: ${ids}. Give more of the id.` };
  }
  const stored = findSession(stateDirectory(process.env), found.session.id);
  if (!stored.ok) return stored;
  const { id, directory, cwd } = stored.session;
  const stop = createStop();
  const unwatch = watchSignals(stop, say);
  const row = followStopping(stop, { say, command: 'sluice asks' });
  try {
    const opened = await openLocalRuntime({
      cwd,
      sessionId: id,
      sessionDirectory: directory,
      resume: true,
      asks: 'suspend',
      defersCalls: true,
      mcp: { waitsForAll: true, onMissing: say, version },
      onUnkept: say,
      signal: stop.signal,
      onProcesses: row.follow,
    });
    if (!opened.ok) return { ok: false, message: opened.error.message };
    await using runtime = opened.runtime;
    for (const notice of runtime.notices) say(notice);
    const answered = await runtime.answer(found.ask.requestId, answer);
    return answered.ok ? { ok: true, found, answered } : answered;
  } finally {
    row.close();
    unwatch();
  }
}
