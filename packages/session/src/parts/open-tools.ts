import {
  createAgentTool,
  createListAgentsTool,
  createSendMessageTool,
  createTeamTools,
  createWorkflowTool,
  type SubAgentPort,
  type WorkflowPort,
} from '@sluice/agent';
import {
  hookMatches,
  queryFor,
  type AnyTool,
  type CheckContext,
  type SealedPath,
  type ToolPool,
  type ToolSources,
} from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { gitHookDirectories, type CommandSecrets, type SandboxSettings } from '@sluice/settings';
import {
  builtInTools,
  createReadTool,
  type EditorFiles,
  type LanguageServers,
  type ReplRealm,
  type Schedules,
  type TaskListPort,
  type TaskRegistry,
  type TriggerPort,
  type WebPorts,
  type WorktreePort,
} from '@sluice/tools';
import { loadCommandLanguage } from '../permission/lazy-command-language.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { Session } from '../directory/open-session.ts';
import { hasTeams } from './has-teams.ts';
import { withSealed } from '../directory/sealed-paths.ts';

interface OpenToolsOptions {
  readonly cwd: string;
  readonly session: Pick<Session, 'directory'>;
  readonly permission: LocalPermission;
  readonly processes: ProcessSession;
  readonly tasks: TaskRegistry;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: CommandSecrets;
  readonly sandbox: SandboxSettings;
  /** What no call may change. */
  readonly sealed: readonly SealedPath[];
  readonly hooks: Pick<SessionHooks, 'environmentFiles' | 'hooks'>;
  readonly onMessage: (listener: () => void) => () => void;
  /** The pool that these tools will join. */
  readonly pool: () => ToolPool;
  /** Absolute and real. */
  readonly planPath: string;
  readonly toolSources: () => ToolSources | undefined;
  /** Undefined: agents may not open others. */
  readonly agents: SubAgentPort | undefined;
  /** Undefined: there are none. */
  readonly workflows: WorkflowPort | undefined;
  /** Undefined: there is none. */
  readonly taskList: TaskListPort | undefined;
  readonly hasTodoWrite: boolean;
  /** Undefined: prompts can't be scheduled. */
  readonly schedules: Schedules | undefined;
  /** Undefined: the session has no agent that could enter one. */
  readonly worktrees: WorktreePort | undefined;
  /** Undefined: none are set up. */
  readonly languageServers: LanguageServers | undefined;
  /** Undefined: only the disk counts. */
  readonly editorFiles: EditorFiles | undefined;
  /** Undefined: there is no REPL. */
  readonly repl: ReplRealm | undefined;
  readonly web: WebPorts;
  /** Undefined: the user has set up no webhooks. */
  readonly triggers: TriggerPort | undefined;
  readonly onVariable: (variable: string, text: string) => void;
}

/** The built-in tools, on this machine and in this session. */
export function openTools(context: OpenToolsOptions): readonly AnyTool[] {
  const { cwd, session, permission, processes, tasks, env, secrets, sandbox, sealed, hooks } = context;
  const { policy } = permission;
  const read = createReadTool();
  const { agents } = context;
  const ofAgents =
    agents === undefined
      ? []
      : [createAgentTool(agents), createSendMessageTool(agents), createListAgentsTool(agents)];
  const ofTeam = agents === undefined || !hasTeams(env) ? [] : createTeamTools(agents);
  const ofWorkflows = context.workflows === undefined ? [] : [createWorkflowTool(context.workflows)];
  const readsUnasked = (path: string, { cwd: from, permission: snapshot }: CheckContext): boolean =>
    policy.decide(queryFor(read, { file_path: path }, { file_path: path }, from), snapshot).behavior ===
    'allow';
  const tools = builtInTools({
    processes,
    tasks,
    workspace: cwd,
    env,
    secrets,
    environmentFiles: (signal) => hooks.environmentFiles(signal),
    sandbox() {
      // The rest checks every parent directory, which is expensive.
      if (!sandbox.isEnabled) return sandbox;
      const { guarded, workingDirectories } = permission.state.current();
      // Another command may have just moved the hooks directory.
      const gitHooks = gitHookDirectories(workingDirectories, { home: permission.loaded.home, env });
      return withSealed(sandbox, cwd, session.directory, sealed, [...guarded, ...gitHooks]);
    },
    plan: {
      path: context.planPath,
      mode: () => permission.state.current().mode,
      modeBefore: () => permission.state.current().modeBeforePlan ?? 'default',
    },
    taskList: context.taskList,
    hasTodoWrite: context.hasTodoWrite,
    schedules: context.schedules,
    worktrees: context.worktrees,
    languageServers: context.languageServers,
    editorFiles: context.editorFiles,
    repl: context.repl,
    web: context.web,
    triggers: context.triggers,
    keep: permission.loaded.setting('keepProcesses')?.value ?? [],
    maxOutputChars: permission.loaded.setting('bashOutputMaxChars')?.value,
    onMessage: context.onMessage,
    onWarning: ({ variable, text }) => context.onVariable(variable, text),
    search: {
      pool: context.pool,
      isDenied: (tool, { permission: snapshot }) => policy.deniesTool(tool, snapshot) !== undefined,
      sources: context.toolSources,
    },
    mayRead: (path, context, realPath) => policy.mayRead(path, context.cwd, context.permission, realPath),
    namesLeftOut: (directory, { cwd: from, permission: snapshot }) =>
      policy.namesBeneath(directory, from, snapshot),
    readsUnasked,
    readsFreely(path, context) {
      // The verdict of a Read hook is unknown without running it.
      const guards = hooks.hooks().filter(({ event }) => event === 'PreToolUse');
      if (guards.some((hook) => hookMatches(hook, read.name))) return false;
      return readsUnasked(path, context);
    },
  });
  return [...tools, ...ofAgents, ...ofTeam, ...ofWorkflows].map(withCommandRules);
}

/** Command rules must be readable before the first call of a tool that runs commands. */
function withCommandRules(tool: AnyTool): AnyTool {
  const { load } = tool;
  if (load === undefined) return tool;
  let isLoaded = false;
  return {
    ...tool,
    // Each decision asks for it, and an import takes microseconds even of what is there.
    async load() {
      if (isLoaded) return;
      await Promise.all([load(), loadCommandLanguage()]);
      isLoaded = true;
    },
  };
}
