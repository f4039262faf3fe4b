import { join } from 'node:path';
import { SubAgentRelay } from '@sluice/agent';
import { assemblePool, type AnyTool, type ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import { ReplRealm, TOOLS_FOR_DEFERRED } from '@sluice/tools';
import type { SessionSkills } from '../../skills/session-skills.ts';
import { WORKTREE_RECORD } from '../../directory/sealed-paths.ts';
import { ModelSearch } from '../../web/model-search.ts';
import { PageReader } from '../../web/page-reader.ts';
import { webPorts } from '../../web/web-ports.ts';
import { SessionWorktree, type ResumedWorktree } from '../../worktree/session-worktree.ts';
import { WorktreeRecord } from '../../worktree/worktree-record.ts';
import { worktreeSettings } from '../../worktree/worktree-settings.ts';
import { limitCommands } from '../limit-commands.ts';
import { openLanguageServers } from '../open-language-servers.ts';
import { openSchedules } from '../open-schedules.ts';
import { openSkills } from '../open-skills.ts';
import { openTaskList } from '../open-task-list.ts';
import { openTools } from '../open-tools.ts';
import { openTriggers } from '../open-triggers.ts';
import { openWorkflows } from '../open-workflows.ts';
import { trackingTools } from '../tracking-tools.ts';
import type { SessionParts } from '../session-parts.ts';
import type { OpenedActivity } from './open-activity.ts';
import type { Confinement } from './open-confinement.ts';
import type { OpenedStore } from './open-store.ts';
import type { Opening } from './step.ts';

export interface OpenedPool extends Pick<
  SessionParts,
  'pool' | 'subAgents' | 'schedules' | 'taskList' | 'workflows' | 'worktree' | 'pageReader' | 'modelSearch'
> {
  readonly skills: SessionSkills | undefined;
  /** Undefined: the session is new, or was in no worktree. */
  readonly resumedWorktree: ResumedWorktree | undefined;
  readonly notices: {
    /** Complete once the tools' variables were read. */
    readonly variables: readonly string[];
    readonly web: readonly string[];
    readonly skills: readonly string[];
    readonly language: readonly string[];
  };
}

/** The tools of a session, with what they work on: skills, schedules, worktrees, task lists, workflows, the web. */
export async function openPool(
  opening: Opening,
  store: OpenedStore,
  confinement: Confinement,
  activity: OpenedActivity,
  messages: SessionParts['messages'],
  mcp: () => McpServers | undefined,
): Promise<OpenedPool> {
  const { options, stack, catalog, tell } = opening;
  const { cwd, permission, session } = store;
  const { env, secrets, placed } = confinement;
  const { processes, hooks, tasks } = activity;
  const { directory, resultsDirectory } = session;
  const agents = partsOfAgents(options);
  const port = agents.subAgents?.port;
  const notices = { variables: new Array<string>(), web: new Array<string>() };
  const tellOfWeb = (text: string): void => void notices.web.push(text);
  const skills = await openSkills(options, {
    ...{ cwd, sessionId: options.sessionId, env, permission, hooks, tell },
    managedDirectories: options.settings?.managedDirectories,
    plugins: options.plugins,
    isStored: session.journal !== undefined,
    pool: () => pool,
    toolNames: () => catalog.tools().map(({ name }) => name),
    mcp,
  });
  const schedules = openSchedules(options, { cwd, session, permission, env, tell });
  stack.defer(() => schedules?.close());
  const worktree = openWorktree(opening, store, hooks);
  stack.defer(() => worktree?.close());
  const resumedWorktree = session.resume === undefined ? undefined : await worktree?.resume();
  const tracking = {
    env,
    isRequired: options.agents?.isCoordinator,
    hasAgent: options.agents !== undefined,
    tools: options.builtInTools,
  };
  const taskList = openTaskList({
    ...{ ...tracking, sessionId: options.sessionId ?? directory, sessionDirectory: directory },
    ...{ hooks, agents: port },
  });
  const workflows = openWorkflows(options, {
    ...{ cwd, permission, env, tasks, tell, agents: port, directory, resultsDirectory },
  });
  const language = openLanguageServers({
    ...{ cwd, loaded: permission.loaded, env, secrets, processes, plugins: options.plugins ?? [] },
  });
  stack.defer(() => language.servers?.close());
  const repl = openRepl(options, env);
  stack.defer(() => repl?.close());
  const builtInTools = openTools({
    ...contextOfTools(opening, store, confinement, activity),
    ...{ taskList, workflows, schedules, worktrees: worktree, languageServers: language.servers, repl },
    hasTodoWrite: trackingTools(tracking).family === 'todo-write',
    agents: port,
    onMessage: messages.listen,
    pool: () => pool,
    toolSources: () => options.toolSources ?? mcp(),
    web: webPorts({
      ...{ permission, env, reader: agents.pageReader, modelSearch: agents.modelSearch, tell: tellOfWeb },
      pool: () => pool,
    }),
    triggers: openTriggers({ permission, env, tell: tellOfWeb }),
    onVariable: (variable, text) => notices.variables.push(placed(variable, text)),
  });
  const pool = poolOf(options, [...builtInTools, ...skills.tools], permission);
  return {
    ...agents,
    ...{ pool, schedules, taskList, workflows, worktree, resumedWorktree, skills: skills.opened },
    notices: { ...notices, skills: skills.notices, language: language.notices },
  };
}

type PartsOfAgents = Pick<OpenedPool, 'subAgents' | 'pageReader' | 'modelSearch'>;

/** What the model of an agent connects to. A session without agents has none of it. */
function partsOfAgents({ agents, settings }: Opening['options']): PartsOfAgents {
  if (agents === undefined) return { subAgents: undefined, pageReader: undefined, modelSearch: undefined };
  const { managedDirectories } = settings ?? {};
  return {
    subAgents: { ...agents, managedDirectories, port: new SubAgentRelay() },
    pageReader: new PageReader(),
    modelSearch: new ModelSearch(),
  };
}

function openWorktree(
  { options, tell }: Opening,
  { cwd, permission, session }: OpenedStore,
  hooks: OpenedActivity['hooks'],
): SessionWorktree | undefined {
  if (options.agents === undefined || options.isOnlyPlanned === true) return undefined;
  const file = session.journal === undefined ? undefined : join(session.directory, WORKTREE_RECORD);
  return new SessionWorktree({
    ...{ permission, hooks, cwd },
    record: new WorktreeRecord(file, tell),
    settings: () => worktreeSettings(permission.applying()),
  });
}

function openRepl({ isOnlyPlanned }: Opening['options'], env: Confinement['env']): ReplRealm | undefined {
  const isWanted = /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_REPL']?.trim() ?? '');
  return isWanted && isOnlyPlanned !== true ? new ReplRealm() : undefined;
}

/** What earlier steps have opened, for tools. */
function contextOfTools(
  { options }: Opening,
  { cwd, permission, session }: OpenedStore,
  { env, secrets, sandbox, sealed, plan }: Confinement,
  { processes, hooks, tasks }: OpenedActivity,
) {
  const readsEditor = permission.loaded.setting('acp.editorFiles')?.value !== false;
  return {
    ...{ cwd, permission, session, env, secrets, sandbox, sealed, hooks, tasks },
    processes: limitCommands(processes),
    planPath: plan.path,
    editorFiles: readsEditor ? options.editorFiles : undefined,
  };
}

function poolOf(
  { builtInTools, tools = [] }: Opening['options'],
  builtIn: readonly AnyTool[],
  { policy, state }: OpenedStore['permission'],
): ToolPool {
  const wanted = builtInTools && [...builtInTools, ...TOOLS_FOR_DEFERRED];
  const isUnnamed = (tool: AnyTool): boolean => policy.deniesTool(tool, state.current()) !== undefined;
  return assemblePool({ builtIn, wanted, foreign: tools, isUnnamed });
}
