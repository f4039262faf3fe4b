import { DisposalStack, presentItems } from '@sluice/base';
import type { SessionEndReason } from '../events/session-events.ts';
import { createMessageRelay } from '../message-relay.ts';
import { wrongPartsOptions } from '../options/check-options.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import { ruleNotices } from '../permission/open-permission.ts';
import type { SessionError } from '../session-error.ts';
import { createToolCatalog } from '../tool-catalog.ts';
import { SessionSearch } from '../web/session-search.ts';
import { beginSession } from './begin-session.ts';
import type { OpenMcpContext } from './open-mcp.ts';
import { teamNotices } from './has-teams.ts';
import { ServerModel } from './server-model.ts';
import type { Disposed, OpenedSessionParts, SessionParts } from './session-parts.ts';
import { SessionServers } from './session-servers.ts';
import { openActivity } from './steps/open-activity.ts';
import { openConfinement } from './steps/open-confinement.ts';
import { openPool } from './steps/open-pool.ts';
import { openStore } from './steps/open-store.ts';
import type { OnRules, Opening } from './steps/step.ts';
import { openPlugins } from '../plugins/open-plugins.ts';
import { noPowerShell } from './no-power-shell.ts';

/**
 * Opens what all agents of a session share, in steps: store, confinement, activity, tools, and MCP servers. If a step
 * fails, everything before it is disposed of.
 * @throws TypeError or RangeError for an unknown option or an invalid value; it names the option.
 * @param onRules called when rules apply and nothing has been made; opening waits for it. Must not reject. Default: nothing
 * @throws whatever a step throws because of a bug
 */
export async function openSessionParts(
  options: SessionPartsOptions,
  onRules?: OnRules,
): Promise<OpenedSessionParts> {
  const wrong = await wrongPartsOptions(options);
  if (wrong !== undefined) throw wrong;
  return openParts(options, onRules);
}

/** The same for options that have been checked. */
export async function openParts(
  options: SessionPartsOptions,
  onRules: OnRules = () => Promise.resolve(),
): Promise<OpenedSessionParts> {
  const stack = new DisposalStack();
  try {
    const opened = await openSteps({
      options,
      stack,
      end: { keptResults: undefined, endedTasks: [], allTasks: [] },
      catalog: createToolCatalog(),
      tell: options.onUnkept ?? (() => {}),
      onRules,
    });
    if (!opened.ok) await stack.disposeAsync();
    return opened;
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function openSteps(opening: Opening): Promise<OpenedSessionParts> {
  const { options, stack, end, catalog, tell } = opening;
  const { betweenSteps = () => Promise.resolve() } = options;
  const messages = createMessageRelay(options.onMessage);

  const store = await openStore(opening);
  if (!store.ok) return store;
  await betweenSteps();
  const confinement = await openConfinement(opening, store);
  if (!confinement.ok) return confinement;

  // Hooks and tools look servers up that start after them.
  const servers = new SessionServers(options);
  const mcp = () => servers.current;
  await betweenSteps();
  const activity = await openActivity(opening, store, confinement, mcp);
  await betweenSteps();
  const tools = await openPool(opening, store, confinement, activity, messages, mcp);

  const { cwd, permission, session, telemetry, files } = store;
  const { env, secrets, configured, plan } = confinement;
  const { processes, hooks, tasks, events, announcements, hookModels } = activity;
  const { pool, modelSearch, pageReader, skills, subAgents, schedules, taskList, workflows } = tools;
  catalog.connect(pool);
  // Recompile the rules, so that notices about their tools match the tools that exist now. Reading skills has compiled them before.
  permission.state.update({});
  pool.onChange(() => void permission.state.update({}));

  const serverModel = options.agents === undefined ? undefined : new ServerModel();
  const context: OpenMcpContext = {
    ...{ cwd, permission, processes, env, secrets, pool, telemetry, tasks },
    resultsDirectory: session.resultsDirectory,
    askModel: serverModel?.ask,
  };
  // Servers learn immediately whether anyone can answer them: a hook can.
  await betweenSteps();
  const hookNotices = await hooks.open();
  await openPlugins(options.plugins, { hooks, isOnlyPlanned: options.isOnlyPlanned });
  const asks = events.answering(options.mcp?.asks);
  servers.connect({ asks, onFirst: () => hooks.runnersChanged() });
  await servers.open(options.isRehearsal === true ? [] : configured.servers, context);
  stack.defer(() => servers.close());
  await betweenSteps();

  const search = new SessionSearch({
    ...{ pool, env, modelSearch, loaded: permission.loaded },
    chosen: options.builtInTools,
  });
  const closing = stack.move();
  let begun: Promise<SessionError | undefined> | undefined;
  let disposed: Promise<Disposed> | undefined;
  const dispose = (reason: SessionEndReason = 'other'): Promise<Disposed> => {
    if (disposed === undefined) events.willEnd(reason);
    return (disposed ??= closing.disposeAsync().then(() => ({
      keptResults: end.keptResults,
      endedTasks: end.endedTasks,
      lastEvents: announcements.take(),
    })));
  };
  const parts: SessionParts = {
    ...{ cwd, session, permission, telemetry, files, env, tell, messages },
    resumedWorktree: tools.resumedWorktree,
    worktree: tools.worktree,
    sessionId: options.sessionId,
    transcripts: options.transcripts,
    ...{ processes, tasks, hooks, events, announcements, hookModels },
    ...{ pool, skills, subAgents, schedules, taskList, workflows, pageReader, modelSearch, serverModel },
    get mcp() {
      return servers.current;
    },
    openAgentServers: servers.forAgents(context),
    followMcp: servers.follower(configured, context, tell),
    search,
    notices: presentItems([
      ...session.notices,
      ...confinement.notices.resumed,
      tools.resumedWorktree?.notice,
      ...confinement.notices.environment,
      ...tools.notices.variables,
      ...teamNotices(permission.loaded, env),
      ...tools.notices.web,
      ...confinement.notices.sandbox,
      ...hookNotices,
      ...tools.notices.skills,
      plan.notice,
      ...tools.notices.language,
      ...configured.notices,
      ...noPowerShell(env),
      ...activity.taskNotices,
      ...permission.notices,
      ...ruleNotices(permission),
    ]),
    begin: (beginning) => (begun ??= beginSession(parts, beginning, closing)),
    beforeEnd: (work) => closing.defer(work),
    dispose,
    [Symbol.asyncDispose]: async () => void (await dispose()),
  };
  return { ok: true, parts };
}
