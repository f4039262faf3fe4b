import { randomUUID } from 'node:crypto';
import { realDirectory } from '@sluice/base';
import { openParts } from '../parts/open-session-parts.ts';
import { refuseWrongLocalAgent } from './check-agent-options.ts';
import type { Disposed } from '../parts/session-parts.ts';
import type { SessionErrorCode } from '../session-error.ts';
import type { LocalAgentOptions } from './agent-options.ts';
import type { AgentError, AssembledAgent } from './assembled-agent.ts';
import { openAgent } from './open-agent.ts';
import { openStoredSession } from './stored/open-stored-session.ts';

/** An agent with its own session, on this machine. */
export interface LocalAgent extends AssembledAgent, AsyncDisposable {
  /** Ends the agent and its session, and every process that a tool started. May be called again. */
  dispose(): Promise<Disposed>;
}

/**
 * Opens a session on this machine with one agent in it: `const agent = await createLocalAgent({ cwd, model })`, then
 * `agent.run('Fix the failing test.')`, then `await agent.dispose()`.
 * @throws TypeError or RangeError for an unknown option or an invalid value; it names the option.
 * @throws Error with a one-line reason and a `code`: of `SessionErrorCode` or `AgentError`, or `no-session` where the
 * chosen session does not exist or is in use.
 */
export async function createLocalAgent(options: LocalAgentOptions): Promise<LocalAgent> {
  await refuseWrongLocalAgent(options);
  const { session = { kind: 'none', id: randomUUID() } } = options;
  const cwd = realDirectory(options.cwd) ?? options.cwd;
  const found = await openStoredSession(session, { cwd, env: process.env });
  if (!found.ok) throw withCode('no-session', found.message);
  const stored = found.session;
  const opened = await openParts({
    ...options,
    sessionId: stored.id,
    sessionDirectory: stored.directory,
    resume: stored.isResumed,
  });
  if (!opened.ok) {
    await stored.undo();
    throw withCode(opened.error.code, opened.error.message);
  }
  const { parts } = opened;
  const assembled = await openAgent(parts, { ...options, stored });
  if (!assembled.ok) {
    await parts.dispose();
    await stored.undo();
    throw withCode(assembled.error.code, assembled.error.message);
  }
  const { agent } = assembled;
  const dispose = (): Promise<Disposed> => {
    agent.provider.close();
    return parts.dispose();
  };
  return Object.assign(agent, { dispose, [Symbol.asyncDispose]: async () => void (await dispose()) });
}

function withCode(code: SessionErrorCode | AgentError['code'] | 'no-session', message: string): Error {
  return Object.assign(new Error(message), { code });
}
