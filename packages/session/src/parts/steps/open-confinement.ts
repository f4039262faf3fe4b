import { homedir } from 'node:os';
import { isOfAgentSdk } from '@sluice/base';
import type { SealedPath } from '@sluice/core';
import { commandEnvironment, findRepository } from '@sluice/settings';
import { makeKeptPlaces } from '../../directory/private-place.ts';
import { sealedPaths } from '../../directory/sealed-paths.ts';
import { openSandbox } from '../../open-sandbox.ts';
import { keepSessionPermission } from '../../permission/keep-session-permission.ts';
import { ownDirectory, planFile } from '../../plan/plan-file.ts';
import type { OpenedStore } from './open-store.ts';
import { findMcpServers, type FoundMcpServers } from '../open-mcp.ts';
import type { Opening, Step } from './step.ts';

type Environment = ReturnType<typeof commandEnvironment>;
type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

export interface Confinement
  extends Pick<Environment, 'env' | 'placed'>, Pick<Sandbox, 'secrets' | 'program'> {
  readonly sandbox: Sandbox['policy'];
  readonly sealed: readonly SealedPath[];
  readonly plan: ReturnType<typeof planFile>;
  /** The configured MCP servers; none has been started. */
  readonly configured: Extract<FoundMcpServers, { readonly ok: true }>;
  readonly notices: {
    readonly environment: readonly string[];
    readonly sandbox: readonly string[];
    readonly resumed: readonly string[];
  };
}

/** What confines commands and calls: their environment, the sandbox, and the paths that they may not change. */
export async function openConfinement(
  { options, tell }: Pick<Opening, 'options' | 'tell'>,
  { cwd, permission, files, session }: OpenedStore,
): Promise<Step<Confinement>> {
  const { loaded } = permission;
  const around = isOfAgentSdk(process.env) ? { ...process.env, CLAUDECODE: '1' } : process.env;
  const { env, notices: environmentNotices, placed } = commandEnvironment(loaded, around);
  const {
    policy: sandbox,
    secrets,
    program,
    notices: sandboxNotices,
  } = await openSandbox(loaded, env, options.isRehearsal === true);
  if (sandbox.isEnabled && options.isRehearsal !== true) makeKeptPlaces();
  const configured = await findMcpServers(options, { cwd, permission, env });
  if (!configured.ok) return { ok: false, error: { code: 'bad-settings', message: configured.message } };
  const sealed = sealedPaths(cwd, session.directory, sandbox.authorityKeys);

  // A model that gets a preview and the path of the full result must be able to read it.
  const results = { path: session.resultsDirectory, source: 'session' } as const;
  const directories = [...permission.state.current().directories, results];
  const plan = planFile(options.sessionId ?? session.directory, loaded.setting('plansDirectory')?.value, {
    ...{ root: findRepository(cwd)?.root ?? cwd, files },
    ...{ directory: ownDirectory(process.env), home: process.env['HOME'] ?? homedir() },
  });
  permission.state.update({ directories, sealed, planFile: plan.path });
  const resumedNotices = keepSessionPermission({
    session,
    state: permission.state,
    settingsMode: permission.settingsMode,
    isModeGiven: options.permissionMode !== undefined,
    onUnkept: tell,
  });
  return {
    ok: true,
    ...{ env, placed, sandbox, secrets, program, sealed, plan, configured },
    notices: { environment: environmentNotices, sandbox: sandboxNotices, resumed: resumedNotices },
  };
}
