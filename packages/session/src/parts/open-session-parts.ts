import { SubAgentRelay } from '@sluice/agent';
import { DisposalStack, realDirectory } from '@sluice/base';
import { assemblePool, createAnnouncements, type AnyTool, type ToolPool } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import type { McpServers } from '@sluice/mcp';
import { createProcessSession } from '@sluice/process';
import { commandEnvironment } from '@sluice/settings';
import {
  createWebSearchTool,
  openTasks,
  ReplRealm,
  TOOLS_FOR_DEFERRED,
  type BackgroundTask,
} from '@sluice/tools';
import { holdRecords, taskRecords } from '../directory/hold-records.ts';
import { keptDays } from '../directory/kept-days.ts';
import { openSession, type Session } from '../directory/open-session.ts';
import { makeKeptPlaces } from '../directory/private-place.ts';
import { removeEmptyOutputs } from '../directory/remove-empty-outputs.ts';
import { sealedPaths } from '../directory/sealed-paths.ts';
import { pluginPlaces } from '../plugins/plugin-places.ts';
import { undoLimits } from '../directory/undo-limits.ts';
import { sessionEvents, type SessionEndReason } from '../events/session-events.ts';
import { ModelSearch } from '../web/model-search.ts';
import { PageReader } from '../web/page-reader.ts';
import { searchSettings, webPorts } from '../web/web-ports.ts';
import { HookModels } from '../hooks/hook-models.ts';
import { createSessionHooks } from '../hooks/session-hooks.ts';
import { createMessageRelay } from '../message-relay.ts';
import { nodeProblem } from '../node-problem.ts';
import { ownDirectory, planFile } from '../plan/plan-file.ts';
import { openSandbox } from '../open-sandbox.ts';
import { keepSessionPermission } from '../permission/keep-session-permission.ts';
import { openPermission, ruleNotices, type LocalPermission } from '../permission/open-permission.ts';
import type { SessionError } from '../session-error.ts';
import { createToolCatalog } from '../tool-catalog.ts';
import { openAgentServers } from './open-agent-servers.ts';
import { findMcpServers, mcpToolRunner, openMcp } from './open-mcp.ts';
import { ServerModel } from './server-model.ts';
import { reportMissingServers } from './report-missing-servers.ts';
import { watchMcp, type McpWatch } from './watch-mcp.ts';
import { openSkills } from './open-skills.ts';
import { openTriggers } from './open-triggers.ts';
import { openLanguageServers } from './open-language-servers.ts';
import { limitCommands } from './limit-commands.ts';
import { openTaskList } from './open-task-list.ts';
import { openSchedules } from './open-schedules.ts';
import { openTools } from './open-tools.ts';
import { openWorkflows } from './open-workflows.ts';
import { SessionWorktree } from '../worktree/session-worktree.ts';
import { worktreeSettings } from '../worktree/worktree-settings.ts';
import { beginSession } from './begin-session.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import type { Disposed, OpenedSessionParts, SessionParts } from './session-parts.ts';

const DEFAULT_REMEDY = 'Allow it with a rule (settings.allow), another permissionMode, or an asker.';

type Step<Value> = ({ readonly ok: true } & Value) | { readonly ok: false; readonly error: SessionError };

/** What is known about the end before it is complete. */
interface End {
  keptResults: string | undefined;
  endedTasks: readonly BackgroundTask[];
  allTasks: readonly BackgroundTask[];
}

/**
 * Opens what all agents of a session share: settings, permission, directory and journal, sandbox, processes,
 * hooks, task tools, and MCP servers, in this order. If a step fails, everything before it is disposed of.
 * @throws whatever a step throws because of a bug or an invalid option
 */
export async function openSessionParts(options: SessionPartsOptions): Promise<OpenedSessionParts> {
  const opening = new DisposalStack();
  try {
    const opened = await openSteps(options, opening);
    if (!opened.ok) await opening.disposeAsync();
    return opened;
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

async function openSteps(options: SessionPartsOptions, opening: DisposalStack): Promise<OpenedSessionParts> {
  const { onUnkept: tell = () => {} } = options;
  const end: End = { keptResults: undefined, endedTasks: [], allTasks: [] };
  const catalog = createToolCatalog();
  const messages = createMessageRelay(options.onMessage);

  const place = checkPlace(options.cwd);
  if (!place.ok) return place;
  const { cwd } = place;

  const telemetry = await openTelemetry(options, cwd);
  opening.defer(() => telemetry?.end());

  const settled = await permissionStep(options, cwd, () => catalog.tools().map(({ name }) => name));
  if (!settled.ok) return settled;
  const { permission, files } = settled;
  const { loaded } = permission;
  // The program may exit right after the user's "always"; it must be in the file by then.
  opening.defer(() => permission.saved());

  const kept = await directoryStep(options, cwd, permission);
  if (!kept.ok) return kept;
  const { session } = kept;
  opening.defer(() => {
    if (session.journal === undefined) removeEmptyOutputs(end.allTasks);
    end.keptResults = session.close();
  });
  const unheld = holdRecords(cwd, session);
  if (unheld !== undefined) return { ok: false, error: { code: 'unwritable', message: unheld } };

  const { env, notices: environmentNotices, placed } = commandEnvironment(loaded, process.env);
  const { policy: sandbox, secrets, program, notices: sandboxNotices } = await openSandbox(loaded, env);
  if (sandbox.isEnabled) makeKeptPlaces();
  const named = await findMcpServers(options, { cwd, permission, env });
  if (!named.ok) return { ok: false, error: { code: 'bad-settings', message: named.message } };
  const sealed = sealedPaths(cwd, session.directory, sandbox.authorityKeys);

  // A model that gets a preview and the path of the full result must be able to read it.
  const results = { path: session.resultsDirectory, source: 'session' } as const;
  const directories = [...permission.state.current().directories, results];
  const plan = planFile(options.sessionId ?? session.directory, loaded.setting('plansDirectory')?.value, {
    ...{ cwd, files, directory: ownDirectory(process.env) },
  });
  permission.state.update({ directories, sealed, planFile: plan.path });
  const resumedNotices = keepSessionPermission({
    session,
    state: permission.state,
    settingsMode: permission.settingsMode,
    isModeGiven: options.permissionMode !== undefined,
    onUnkept: tell,
  });

  let mcp: McpServers | undefined;
  const processes = createProcessSession(program === undefined ? {} : { sandboxProgram: program });
  const announcements = createAnnouncements();
  if (telemetry !== undefined)
    announcements.listen((event, time) => telemetry.announced(event, time), 'beside');
  const hookModels = options.agents === undefined ? undefined : new HookModels();
  const pageReader = options.agents === undefined ? undefined : new PageReader();
  const serverModel = options.agents === undefined ? undefined : new ServerModel();
  const modelSearch = options.agents === undefined ? undefined : new ModelSearch();
  const hooks = createSessionHooks({
    permission,
    catalog,
    processes,
    session,
    sessionId: options.sessionId,
    env,
    own: options.hooks,
    runners: {
      mcpTool: named.servers.length === 0 ? undefined : mcpToolRunner(() => mcp),
      prompt: hookModels?.prompt,
      agent: hookModels?.agent,
      ...options.hookRunners,
    },
    tell,
    announcements,
    isOff: options.namedHooks === false,
  });
  opening.defer(() => hooks.close());
  opening.defer(() => processes.dispose());

  const { registry: tasks, notices: taskNotices } = await openTasks({
    onProblem: tell,
    recordsPath: session.journal === undefined ? undefined : taskRecords(cwd, session),
  });
  const silent = { dispatcher: () => undefined, deliver: hooks.deliver };
  const events = sessionEvents(options.isOnlyPlanned === true ? silent : hooks, env, cwd, tell);
  hooks.onWatchPaths(events.watchPaths);
  opening.defer(async () => {
    const [endedTasks] = await Promise.all([tasks.dispose(), hooks.finish(), events.finish()]);
    end.endedTasks = endedTasks;
    end.allTasks = tasks.list();
  });

  const subAgents =
    options.agents === undefined ? undefined : { ...options.agents, port: new SubAgentRelay() };
  const variableNotices: string[] = [];
  const webNotices: string[] = [];
  const skills = await openSkills(options, {
    ...{ cwd, sessionId: options.sessionId, env, permission, hooks, tell },
    managedDirectories: options.settings?.managedDirectories,
    plugins: options.plugins,
    pool: () => pool,
    toolNames: () => catalog.tools().map(({ name }) => name),
    mcp: () => mcp,
  });
  const schedules = openSchedules(options, { cwd, session, permission, env, tell });
  opening.defer(() => schedules?.close());
  const worktree =
    options.agents === undefined || options.isOnlyPlanned === true
      ? undefined
      : new SessionWorktree({
          ...{ permission, hooks },
          settings: () => worktreeSettings(permission.loaded),
        });
  opening.defer(() => worktree?.close());
  const taskList = openTaskList({
    ...{ sessionId: options.sessionId ?? session.directory, env, hooks },
    agents: subAgents?.port,
    isRequired: options.agents?.isCoordinator,
    sessionDirectory: session.directory,
    hasAgent: options.agents !== undefined,
  });
  const workflows = openWorkflows(options, {
    ...{ cwd, permission, env, tasks, tell, agents: subAgents?.port },
    directory: session.directory,
    resultsDirectory: session.resultsDirectory,
  });
  const language = openLanguageServers({
    ...{ cwd, loaded, env, secrets, processes, plugins: options.plugins ?? [] },
  });
  opening.defer(() => language.servers?.close());
  const hasRepl = /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_REPL']?.trim() ?? '');
  const repl = hasRepl && options.isOnlyPlanned !== true ? new ReplRealm() : undefined;
  opening.defer(() => repl?.close());
  const builtInTools: readonly AnyTool[] = openTools({
    cwd,
    session,
    permission,
    processes: limitCommands(processes),
    tasks,
    env,
    secrets,
    sandbox,
    sealed,
    hooks,
    onMessage: messages.listen,
    pool: () => pool,
    planPath: plan.path,
    taskList,
    workflows,
    schedules,
    worktrees: worktree,
    languageServers: language.servers,
    editorFiles: loaded.setting('acp.editorFiles')?.value === false ? undefined : options.editorFiles,
    repl,
    toolSources: () => options.toolSources ?? mcp,
    agents: subAgents?.port,
    web: webPorts({
      permission,
      env,
      reader: pageReader,
      modelSearch,
      pool: () => pool,
      tell: (text) => webNotices.push(text),
    }),
    triggers: openTriggers({ permission, env, tell: (text) => webNotices.push(text) }),
    onVariable: (variable, text) => variableNotices.push(placed(variable, text)),
  });
  const builtIn = [...builtInTools, ...skills.tools];
  const wanted = options.builtInTools && [...options.builtInTools, ...TOOLS_FOR_DEFERRED];
  const pool: ToolPool = assemblePool({ builtIn, wanted, foreign: options.tools ?? [] });
  catalog.connect(pool);
  // Recompile the rules, so that notices about their tools match the tools that exist now.
  pool.onChange(() => void permission.state.update({}));
  const { resultsDirectory } = session;
  const context = {
    ...{ cwd, permission, processes, env, secrets, pool, resultsDirectory, telemetry, tasks },
    askModel: serverModel?.ask,
  };
  // Servers learn immediately whether anyone can answer them: a hook can.
  const hookNotices = await hooks.open();
  for (const { hooks: brought } of options.plugins ?? []) if (brought !== undefined) await hooks.add(brought);
  const asks = events.answering(options.mcp?.asks);
  const mcpOptions = { ...options.mcp, asks };
  mcp = await openMcp(named.servers, mcpOptions, context);
  opening.defer(() => mcp?.[Symbol.asyncDispose]());
  let mcpWatch: McpWatch | undefined;
  const followMcp = (): McpWatch =>
    (mcpWatch ??= watchMcp({
      first: named,
      loaded,
      find: (now) => findMcpServers(options, { cwd, permission, env }, now),
      findAdded: ({ entries, ofClient }) =>
        findMcpServers(
          {
            ...options,
            mcp: {
              configs: Object.keys(entries).length === 0 ? [] : [JSON.stringify({ mcpServers: entries })],
              clientServers: ofClient,
              plugins: [],
              only: Object.keys(entries),
              isStrict: true,
            },
          },
          { cwd, permission, env },
        ),
      current: () => mcp,
      async open(servers) {
        mcp = await openMcp(servers, mcpOptions, context);
        await mcp?.readyForFirstRequest();
      },
      started(servers) {
        if (mcp !== undefined && options.mcp?.onMissing !== undefined)
          reportMissingServers(servers, mcp, options.mcp.onMissing);
      },
      tell,
    }));

  const closing = opening.move();
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
    cwd,
    sessionId: options.sessionId,
    session,
    permission,
    processes,
    tasks,
    schedules,
    hooks,
    events,
    announcements,
    pool,
    get mcp() {
      return mcp;
    },
    openAgentServers:
      options.mcp === undefined
        ? undefined
        : (entries, its) =>
            openAgentServers(entries, { ...options, mcp: mcpOptions }, { ...context, pool: its }),
    followMcp: options.mcp === undefined || options.isOnlyPlanned === true ? undefined : followMcp,
    skills: skills.opened,
    subAgents,
    taskList,
    workflows,
    hookModels,
    serverModel,
    pageReader,
    modelSearch,
    telemetry,
    offerModelSearch() {
      if (modelSearch === undefined || options.builtInTools?.includes('WebSearch') === false) return;
      if (pool.find('WebSearch') !== undefined || searchSettings(permission.loaded) !== undefined) return;
      pool.update('web-search', [createWebSearchTool(modelSearch, env)]);
    },
    files,
    messages,
    env,
    tell,
    notices: [
      ...session.notices,
      ...resumedNotices,
      ...environmentNotices,
      ...variableNotices,
      ...webNotices,
      ...sandboxNotices,
      ...hookNotices,
      ...skills.notices,
      ...(plan.notice === undefined ? [] : [plan.notice]),
      ...language.notices,
      ...named.notices,
      ...taskNotices,
      ...permission.notices,
      ...ruleNotices(permission),
    ],
    begin: (beginning) => (begun ??= beginSession(parts, beginning, closing)),
    beforeEnd: (work) => closing.defer(work),
    dispose,
    [Symbol.asyncDispose]: async () => void (await dispose()),
  };
  return { ok: true, parts };
}

function checkPlace(directory: string): Step<{ readonly cwd: string }> {
  const tooOld = nodeProblem();
  if (tooOld !== undefined) return { ok: false, error: { code: 'node-too-old', message: tooOld } };
  const cwd = realDirectory(directory);
  if (cwd !== undefined) return { ok: true, cwd };
  return { ok: false, error: { code: 'cwd-missing', message: `${directory} is not a directory.` } };
}

/** Before anything else, so that it ends after everything else. */
async function openTelemetry(
  { telemetry, sessionId, isOnlyPlanned = false }: SessionPartsOptions,
  cwd: string,
): Promise<SessionParts['telemetry']> {
  return isOnlyPlanned ? undefined : telemetry?.({ sessionId, cwd });
}

async function permissionStep(
  {
    permissionMode: mode,
    settings = { sources: [] },
    remedy = DEFAULT_REMEDY,
    plugins = [],
  }: SessionPartsOptions,
  cwd: string,
  knownTools: () => readonly string[],
): Promise<Step<{ readonly permission: LocalPermission; readonly files: SessionParts['files'] }>> {
  const files = createNodeFiles();
  const opened = await openPermission({
    cwd,
    env: process.env,
    mode,
    settings,
    remedy,
    files,
    knownTools,
    guarded: plugins.flatMap(({ directory }) => pluginPlaces(directory, cwd)),
  });
  if (opened.ok) return { ok: true, permission: opened.permission, files };
  return { ok: false, error: { code: 'bad-settings', message: opened.problems.join('\n') } };
}

function directoryStep(
  { sessionDirectory, resume, durability }: SessionPartsOptions,
  cwd: string,
  { loaded }: LocalPermission,
): Promise<Step<{ readonly session: Session }>> {
  return openSession({
    sessionDirectory,
    resume,
    durability,
    cwd,
    preImageLimits: () => undoLimits(loaded),
    keptDays: () => keptDays(loaded),
  });
}
