import type { DisposalStack } from '@sluice/base';
import type { LoadedSettings } from '@sluice/settings';
import type { BeginOptions } from '../options/local-options.ts';
import type { SessionError } from '../session-error.ts';
import type { SessionParts } from './session-parts.ts';

const INTERRUPTED: SessionError = {
  code: 'interrupted',
  message: 'The session was ended before it started.',
};

/** Runs the hooks of a session's start. If none refuses it, watches settings and files until `closing`. */
export async function beginSession(
  { session, permission, hooks, events, skills, mcp, followMcp, tell }: SessionParts,
  { aboutSession, setup, signal }: BeginOptions,
  closing: DisposalStack,
): Promise<SessionError | undefined> {
  const unready = setup === undefined ? undefined : await events.setUp(setup, signal);
  const source = session.resume === undefined ? 'startup' : 'resume';
  const about = () => aboutSession?.(permission.loaded) ?? {};
  const refused = unready ?? (await events.started(source, signal, about));
  const isInterrupted = signal?.aborted === true;
  if (refused === undefined || isInterrupted) closing.defer(() => events.ended());
  if (refused !== undefined) {
    return { code: 'stopped-by-hook', message: `A hook refused to start the session: ${refused.reason}` };
  }
  if (isInterrupted) return INTERRUPTED;
  if (events.wantsSkills) await skills?.look();
  const mcpWatch = followMcp?.();
  const applied = (now: LoadedSettings): Promise<void> => {
    mcpWatch?.settingsChanged(now);
    return hooks.reload(now).then(() => events.hooksChanged());
  };
  const watch = permission.watch({
    mayApply: (before, now) => events.mayChange(before, now),
    applied,
    tell,
  });
  closing.defer(() => watch.close());
  closing.defer(() => mcpWatch?.close());
  await Promise.all([events.watchFiles(), mcp?.readyForFirstRequest(signal)]);
  return undefined;
}
