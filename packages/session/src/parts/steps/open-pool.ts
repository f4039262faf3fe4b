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
  { options, stack, catalog, tell }: Opening,
  { cwd, permission, session }: OpenedStore,
  { env, secrets, sandbox, sealed, plan, placed }: Confinement,
  { processes, hooks, tasks }: OpenedActivity,
  messages: SessionParts['messages'],
  mcp: () => McpServers | undefined,
): Promise<OpenedPool> {
  const { loaded } = permission;
  const pageReader = options.agents === undefined ? undefined : new PageReader();
  const modelSearch = options.agents === undefined ? undefined : new ModelSearch();
  const subAgents =
    options.agents === undefined
      ? undefined
      : {
          ...options.agents,
          managedDirectories: options.settings?.managedDirectories,
          port: new SubAgentRelay(),
        };
  const variableNotices: string[] = [];
  const webNotices: string[] = [];
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
  const worktree =
    options.agents === undefined || options.isOnlyPlanned === true
      ? undefined
      : new SessionWorktree({
          ...{ permission, hooks, cwd },
          record: new WorktreeRecord(
            session.journal === undefined ? undefined : join(session.directory, WORKTREE_RECORD),
            tell,
          ),
          settings: () => worktreeSettings(permission.loaded),
        });
  stack.defer(() => worktree?.close());
  const resumedWorktree = session.resume === undefined ? undefined : await worktree?.resume();
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
  stack.defer(() => language.servers?.close());
  const hasRepl = /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_REPL']?.trim() ?? '');
  const repl = hasRepl && options.isOnlyPlanned !== true ? new ReplRealm() : undefined;
  stack.defer(() => repl?.close());
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
    toolSources: () => options.toolSources ?? mcp(),
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
  return {
    ...{
      pool,
      subAgents,
      schedules,
      taskList,
      workflows,
      pageReader,
      modelSearch,
      worktree,
      resumedWorktree,
    },
    skills: skills.opened,
    notices: {
      variables: variableNotices,
      web: webNotices,
      skills: skills.notices,
      language: language.notices,
    },
  };
}
