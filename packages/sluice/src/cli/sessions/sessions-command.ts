import { findSession, listSessions, removeSession, stateDirectory, type StoredSession } from '@sluice/agent';
import { print, printAll } from '../print.ts';
import { usageError } from '../usage-error.ts';
import { sanitize } from '@sluice/core';
import { startDirectory } from '../start-directory.ts';
import { askPerson } from '../ask-person.ts';
import { describeSession, type SessionFacts } from './describe-session.ts';
import { sayAs } from '../say.ts';
import { localTime, sessionTable } from './session-table.ts';
import { parseSessionsOptions } from './sessions-options.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { jsonText } from '../json-text.ts';
import { fitHelp } from '../fit-help.ts';

const say = sayAs('sluice sessions');

const FAILED = 1;

/** `sluice sessions`; returns the exit code. */
export async function sessionsCommand(args: readonly string[]): Promise<number> {
  const options = parseSessionsOptions(args);
  const state = stateDirectory(process.env);
  switch (options.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return usageError('sluice sessions', options.message, SYNOPSIS);
    case 'list':
      return list(state, options);
    case 'show':
      return show(state, options);
    case 'remove':
      return remove(state, options);
    default:
      return options satisfies never;
  }
}

type Of<Kind> = Extract<ReturnType<typeof parseSessionsOptions>, { kind: Kind }>;

async function list(state: string, { isAll, isJson, cwd }: Of<'list'>): Promise<number> {
  const start = isAll ? undefined : startDirectory(cwd);
  if (start?.ok === false) {
    say(start.message);
    return FAILED;
  }
  const real = start?.directory;
  const facts: SessionFacts[] = [];
  for (const session of listSessions(state, real)) facts.push(await describeSession(session));
  if (isJson) return printAll(jsonText(facts));
  if (facts.length > 0) return printAll(sessionTable(facts, isAll));
  const where = isAll
    ? 'are kept'
    : `of ${sanitize(real ?? '')} are kept; --all lists those of all directories`;
  return print(`No sessions ${where}.\n`);
}

async function show(state: string, { wanted, isJson }: Of<'show'>): Promise<number> {
  const found = findSession(state, wanted);
  if (!found.ok) {
    say(found.message);
    return FAILED;
  }
  const facts = await describeSession(found.session);
  return printAll(isJson ? jsonText(facts) : factsText(facts));
}

function factsText({ id, title, cwd, model, createdAt, usedAt, turns, inUseBy, directory }: SessionFacts) {
  const lines = [
    ['id', id],
    ['title', title ?? '(no messages yet)'],
    ['works in', cwd],
    ['model', model ?? '(unknown)'],
    ['made', localTime(createdAt)],
    ['used', localTime(usedAt)],
    ['turns', String(turns)],
    ...(inUseBy === null ? [] : [['in use by', `process ${inUseBy}`]]),
    ['stored in', directory],
  ];
  return lines.map(([name = '', value = '']) => `${name.padEnd(10)} ${sanitize(value)}\n`).join('');
}

/** All are looked up before the first is removed. */
async function remove(state: string, { wanted, isSure }: Of<'remove'>): Promise<number> {
  const sessions = new Map<string, StoredSession>();
  for (const one of wanted) {
    const found = findSession(state, one);
    if (!found.ok) {
      say(`${found.message} Nothing was removed.`);
      return FAILED;
    }
    sessions.set(found.session.id, found.session);
  }
  let status = 0;
  for (const session of sessions.values()) {
    const name = `${session.id}${session.title === undefined ? '' : ` (${sanitize(session.title)})`}`;
    const answer = isSure || (await askPerson(`Remove the session ${name}?`));
    if (answer === undefined) {
      say('Nothing was removed: confirmation needs a terminal. To remove without asking, add --yes.');
      return FAILED;
    }
    if (!answer) continue;
    const problem = await removeSession(session);
    if (problem === undefined) await print(`removed ${name}\n`);
    else {
      say(problem);
      status = FAILED;
    }
  }
  return status;
}
