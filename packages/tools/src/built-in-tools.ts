import { presentItems } from '@sluice/base';
import { systemClock, type AnyTool, type CheckContext } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { SandboxPolicy } from './bash/sandbox/sandbox-policy.ts';
import { createBashTool, type BashToolOptions } from './bash/create-bash-tool.ts';
import type { SecretVariables } from './bash/settings/secret-variables.ts';
import type { VariableWarning } from './bash/settings/variable-warning.ts';
import { createAskUserQuestionTool } from './ask-user-question/ask-user-question-tool.ts';
import { createEditTool } from './edit/edit-tool.ts';
import type { EditorFiles } from './files/load/editor-files.ts';
import { createGlobTool } from './glob/glob-tool.ts';
import { createGrepTool } from './grep/grep-tool.ts';
import type { LanguageServers } from './lsp/language-servers.ts';
import { createLspTool } from './lsp/lsp-tool.ts';
import { withDiagnostics } from './lsp/with-diagnostics.ts';
import { createMonitorTool } from './monitor/monitor-tool.ts';
import { createNotebookEditTool } from './notebook-edit/notebook-edit-tool.ts';
import type { PlanPort } from './plan/plan-port.ts';
import { createPlanTools } from './plan/plan-tools.ts';
import { createReadTool } from './read/read-tool.ts';
import { createRemoteTriggerTool } from './remote-trigger/remote-trigger-tool.ts';
import type { TriggerPort } from './remote-trigger/trigger-port.ts';
import type { ReplRealm } from './repl/repl-realm.ts';
import { createReplTool } from './repl/repl-tool.ts';
import { createSleepTool } from './sleep/sleep-tool.ts';
import { createTaskOutputTool } from './task-output/task-output-tool.ts';
import { createTaskStopTool } from './task-stop/task-stop-tool.ts';
import { createToolSearchTool } from './tool-search/tool-search-tool.ts';
import type { ToolSearchOptions } from './tool-search/tool-search-options.ts';
import { createUseTool } from './use-tool/use-tool.ts';
import { createCronTools } from './schedule/cron-tools.ts';
import type { Schedules } from './schedule/schedules.ts';
import type { TaskListPort } from './task-list/task-list-port.ts';
import { createTaskListTools } from './task-list/task-list-tools.ts';
import { isBackgroundDisabled } from './tasks/is-background-disabled.ts';
import type { TaskRegistry } from './tasks/task-registry.ts';
import { createTodoWriteTool } from './todo-write/todo-write-tool.ts';
import { createWebSearchTool } from './web/search/web-search-tool.ts';
import { createWebFetchTool } from './web/web-fetch-tool.ts';
import type { WebPorts } from './web/web-ports.ts';
import type { WorktreePort } from './worktree/worktree-port.ts';
import { createWorktreeTools } from './worktree/worktree-tools.ts';
import { createWriteTool } from './write/write-tool.ts';

interface BuiltInToolsOptions {
  /** Runs the commands. The caller disposes of it. */
  readonly processes: ProcessSession;
  /** Background tasks. The caller disposes of it and delivers its notifications. Default: none. */
  readonly tasks?: TaskRegistry;
  /**
   * Whether a file may be shown or named in a result: put `Read` deny rules here. `realPath` is the path with all links resolved, if the
   * tool knows it. Must not throw. Default: every file.
   */
  readonly mayRead?: (path: string, context: CheckContext, realPath?: string) => boolean;
  /** What searches of commands leave out, and where patterns of commands are expanded: see `BashToolOptions`. */
  readonly namesLeftOut?: BashToolOptions['namesLeftOut'];
  readonly globFiles?: BashToolOptions['globFiles'];
  /** The home directory that removals are compared with in addition to `HOME`: see `BashToolOptions`. */
  readonly homeOfUser?: BashToolOptions['homeOfUser'];
  /**
   * Whether reading a file would need no approval. If so, a file that the model hasn't seen in its current state may be edited if there
   * is exactly one match, and the model may be told that a file already contains what it was about to write. Must not throw. Default:
   * true for every file.
   */
  readonly readsFreely?: (path: string, context: CheckContext) => boolean;
  /** Whether Read of a file would be allowed without a question, hooks aside. Must not throw. Default: true for every file. */
  readonly readsUnasked?: (path: string, context: CheckContext) => boolean;
  /** The sandbox settings for commands; queried for each one. Default: no sandbox. */
  readonly sandbox?: () => SandboxPolicy;
  /** Shell files that commands source first: see `BashToolOptions`. */
  readonly environmentFiles?: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Programs that are not ended with their command, such as build daemons. Default none. */
  readonly keep?: readonly string[];
  /** UTF-16 units of a command's output that are returned in full, from 1 to 150,000. Default: `BASH_MAX_OUTPUT_LENGTH`, else 30,000. */
  readonly maxOutputChars?: number;
  /** Called for each variable of the tools whose value is ignored. Must not throw. Default: `process.emitWarning`. */
  readonly onWarning?: (warning: VariableWarning) => void;
  /** Subscribes to messages from the user, which end waits. The returned function unsubscribes. */
  readonly onMessage?: (listener: () => void) => () => void;
  /** Absolute: programs found inside it are not trusted to be the system's. */
  readonly workspace?: string;
  /** Environment of commands, and of the tools' own variables. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where `ToolSearch` finds tools. Default: neither `ToolSearch` nor `UseTool` exists. */
  readonly search?: ToolSearchOptions | undefined;
  /** The plan of the session. Default: there are no plan tools. */
  readonly plan?: PlanPort | undefined;
  /** For the tools of a task list, which take the place of `TodoWrite`. Default: there is no task list. */
  readonly taskList?: TaskListPort | undefined;
  /** False: there is no `TodoWrite` either. Default: true. */
  readonly hasTodoWrite?: boolean;
  /** For the tools of schedules. The caller starts and closes them. Default: there are none. */
  readonly schedules?: Schedules | undefined;
  /** For the tools of worktrees. Default: there are none. */
  readonly worktrees?: WorktreePort | undefined;
  /** Asked by the tool `LSP`, and after edits. The caller closes them. Default: there are none. */
  readonly languageServers?: LanguageServers | undefined;
  /** Where files may be open and not saved. Default: only the disk counts. */
  readonly editorFiles?: EditorFiles | undefined;
  /** Where the tool `REPL` runs code. The caller closes it. Default: there is no such tool. */
  readonly repl?: ReplRealm | undefined;
  /** For the tools of the web. Default: there are none. */
  readonly web?: WebPorts | undefined;
  /** For the tool `RemoteTrigger`. Default: there is none. */
  readonly triggers?: TriggerPort | undefined;
  /** Variables of `env` that commands don't get, or get with another value. Default none. */
  readonly secrets?: SecretVariables;
}

/** Names of the tools that code in the REPL may call. */
function callableTools(search: ToolSearchOptions | undefined, context: CheckContext): readonly string[] {
  const pool = search?.pool();
  const isCallable = (tool: AnyTool): boolean =>
    tool.name !== 'REPL' && pool?.find(tool.name) === tool && search?.isDenied?.(tool, context) !== true;
  return pool?.tools.filter(isCallable).map(({ name }) => name) ?? [];
}

function todoWrite(isThere = true): readonly AnyTool[] {
  return isThere ? [createTodoWriteTool()] : [];
}

/** All built-in tools. */
export function builtInTools({
  processes,
  tasks,
  mayRead,
  namesLeftOut,
  globFiles,
  homeOfUser,
  readsFreely,
  readsUnasked,
  workspace,
  env,
  secrets,
  sandbox,
  environmentFiles,
  keep,
  maxOutputChars,
  onWarning,
  onMessage,
  search: toolSearch,
  plan,
  taskList,
  hasTodoWrite,
  schedules,
  worktrees,
  languageServers,
  editorFiles,
  web,
  triggers,
  repl,
}: BuiltInToolsOptions): readonly AnyTool[] {
  const edits = <One extends AnyTool>(tool: One): One =>
    languageServers === undefined ? tool : withDiagnostics(tool, languageServers);
  const bash: BashToolOptions = {
    processes,
    tasks,
    workspace,
    env,
    secrets,
    sandbox,
    mayRead,
    namesLeftOut,
    globFiles,
    homeOfUser,
    environmentFiles,
    keep,
    maxOutputChars,
    onWarning,
  };
  const search = {
    watched: processes.watched,
    mayRead,
    environment: env,
  };
  const monitor =
    tasks === undefined || isBackgroundDisabled(env ?? process.env)
      ? undefined
      : createMonitorTool({
          tasks,
          web,
          bash: createBashTool({ ...bash, taskKind: 'monitor', onWarning() {} }),
        });
  return presentItems<AnyTool>([
    createBashTool(bash),
    edits(createEditTool({ readsFreely, editorFiles })),
    createGlobTool(search),
    createGrepTool(search),
    languageServers && createLspTool({ servers: languageServers, mayRead, readsUnasked }),
    createNotebookEditTool(),
    createReadTool({ mayName: mayRead, env, editorFiles }),
    createSleepTool({
      clock: systemClock,
      tasks,
      onMessage,
    }),
    monitor,
    tasks && createTaskOutputTool(tasks, env),
    tasks && createTaskStopTool(tasks, env),
    ...(taskList === undefined ? todoWrite(hasTodoWrite) : createTaskListTools(taskList)),
    ...(schedules === undefined ? [] : createCronTools(schedules)),
    ...(worktrees === undefined ? [] : createWorktreeTools(worktrees)),
    createAskUserQuestionTool(env),
    ...(plan === undefined ? [] : createPlanTools(plan)),
    toolSearch && createToolSearchTool(toolSearch),
    toolSearch && createUseTool(),
    triggers && createRemoteTriggerTool(triggers),
    repl && createReplTool(repl, (context) => callableTools(toolSearch, context)),
    web && createWebFetchTool(web),
    web?.search && createWebSearchTool(web.search, web.env),
    edits(createWriteTool({ readsFreely, editorFiles })),
  ]);
}
