import { findSession, listSessions, stateDirectory, type StoredSession } from '@sluice/agent';
import { sanitize, sanitizeLines, textOf } from '@sluice/core';
import { print, printAll } from '../print.ts';
import { sayAs } from '../say.ts';
import { startDirectory } from '../start-directory.ts';
import { usageError } from '../usage-error.ts';
import { parseAsksOptions } from './asks-options.ts';
import { asksText } from './asks-text.ts';
import { openAsksOf, type SessionAsk } from './open-asks-of.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { jsonText } from '../json-text.ts';
import { fitHelp } from '../fit-help.ts';
import { refusedInCall } from '../rights/refused-in-call.ts';

const say = sayAs('sluice asks');

const FAILED = 1;

/** `sluice asks`; returns the exit code. */
export async function asksCommand(args: readonly string[], version: () => string): Promise<number> {
  const options = parseAsksOptions(args);
  switch (options.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return usageError('sluice asks', options.message, SYNOPSIS);
    case 'list':
      return list(options);
    case 'answer':
      return refusedInCall(['asks', ...args]) ?? answer(options, version());
    default:
      return options satisfies never;
  }
}

type Of<Kind> = Extract<ReturnType<typeof parseAsksOptions>, { kind: Kind }>;

async function list(options: Of<'list'>): Promise<number> {
  const sessions = sessionsOf(options);
  if (!sessions.ok) {
    say(sessions.message);
    return FAILED;
  }
  const asks: SessionAsk[] = [];
  for (const session of sessions.sessions) asks.push(...(await openAsksOf(session)));
  if (options.isJson) return printAll(jsonText(asks.map(askJson)));
  if (asks.length > 0) return printAll(asksText(asks));
  return print('No calls wait for approval.\n');
}

function sessionsOf({
  session,
  isAll,
  cwd,
}: Of<'list'>):
  | { readonly ok: true; readonly sessions: readonly StoredSession[] }
  | { readonly ok: false; readonly message: string } {
  const state = stateDirectory(process.env);
  if (session !== undefined) {
    const found = findSession(state, session);
    return found.ok ? { ok: true, sessions: [found.session] } : found;
  }
  if (isAll) return { ok: true, sessions: listSessions(state) };
  const start = startDirectory(cwd);
  return start.ok ? { ok: true, sessions: listSessions(state, start.directory) } : start;
}

function askJson({ session, ask }: SessionAsk): object {
  const { requestId, callId, toolName, input, summary, reason, answer, request } = ask;
  return {
    request_id: requestId,
    session_id: session.id,
    cwd: session.cwd,
    tool_use_id: callId,
    tool_name: toolName,
    tool_input: input,
    summary,
    reason,
    answer: answer === undefined ? null : answer.behavior === 'allow' ? 'yes' : 'no',
    preview: request['preview'] ?? null,
  };
}

async function answer(
  { requestId, behavior, feedback, isJson }: Of<'answer'>,
  version: string,
): Promise<number> {
  const { answerAsk } = await import('./answer-ask.ts');
  const done = await answerAsk(requestId, { behavior, feedback }, version);
  if (!done.ok) {
    for (const line of done.message.split('\n')) say(line);
    return FAILED;
  }
  const { found, answered } = done;
  const { result, message } = answered;
  const left = (message?.suspended ?? []).filter((open) => open.requestId !== undefined);
  const isRun = result !== undefined && result.code !== 'suspended';
  const isFailure = isRun && behavior === 'allow' && result.isError;
  if (isJson) {
    const value = {
      request_id: found.ask.requestId,
      session_id: found.session.id,
      outcome: result?.code ?? 'stored',
      is_error: isRun ? result.isError : null,
      content: isRun ? result.content : null,
      open_asks: left.map((open) => open.requestId),
    };
    return (await printAll(jsonText(value))) || (isFailure ? FAILED : 0);
  }
  const text = isRun ? textOf([...result.content]) : waitingText(result?.outcome);
  const rest =
    left.length === 0
      ? `Continue with: sluice -p --resume ${found.session.id}`
      : `Still open: ${left.map((open) => open.requestId).join(', ')}`;
  const written = await printAll(`${sanitizeLines(text)}\n${sanitize(rest)}\n`);
  return written || (isFailure ? FAILED : 0);
}

function waitingText(outcome: { readonly code: string } | undefined): string {
  if (outcome === undefined)
    return 'The answer is stored. The call needs a tool of the session: it runs when you resume it.';
  if (outcome.code === 'suspended' && 'requestId' in outcome && outcome.requestId !== undefined)
    return `What you approved has changed since, so nothing was run. To see it again: sluice asks`;
  return 'The answer is stored. The call runs as soon as the calls before it have been answered.';
}
