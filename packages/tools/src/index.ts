export type { BashToolOptions } from './bash/create-bash-tool.ts';
export type { SecretVariables } from './bash/settings/secret-variables.ts';
export type { VariableWarning } from './bash/settings/variable-warning.ts';
export { createBashTool } from './bash/create-bash-tool.ts';
export { createGitLister } from './bash/repository/git-lister.ts';
export { createRepositoryReader } from './bash/repository/create-repository-reader.ts';
export { findGit } from './bash/repository/find-git.ts';
export type { BashData, BashEnd, BashText } from './bash/bash-data.ts';
export type { BashClientView } from './bash/result/client-view.ts';
export { createGlobTool } from './glob/glob-tool.ts';
export type { GlobInput } from './glob/glob-tool.ts';
export type { GlobOutput } from './glob/glob-output.ts';
export { createGrepTool } from './grep/grep-tool.ts';
export type { GrepInput } from './grep/grep-input.ts';
export type { GrepOutput } from './grep/grep-output.ts';
export type { SandboxPolicy } from './bash/sandbox/sandbox-policy.ts';
export { findRipgrep } from './ripgrep/find-ripgrep.ts';
export type { SearchOptions } from './ripgrep/search-options.ts';
export { checkImage } from './read/image/check-image.ts';
export { imageForModel, type ModelImage } from './read/image/image-for-model.ts';
export { openForReading } from './files/load/open-file.ts';
export { createReadTool } from './read/read-tool.ts';
export type { ReadOptions } from './read/read-options.ts';
export type { ReadInput } from './read/read-schema.ts';
export type {
  CellOutput,
  ImageMediaType,
  ImageReadOutput,
  NotebookCell,
  NotebookReadOutput,
  PartsReadOutput,
  PdfPage,
  ReadOutput,
  ShownImage,
  TextReadOutput,
} from './read/read-output.ts';
export type { SearchAnswer, SearchBackend, SearchHit, SearchRequest } from './web/search/search-backend.ts';
export { createWebSearchTool } from './web/search/web-search-tool.ts';
export { openSearch, type SearchSettings } from './web/search/open-search.ts';
export { readTrigger } from './remote-trigger/trigger.ts';
export type { TriggerPort } from './remote-trigger/trigger-port.ts';
export type { HostVerdict, PageAnswer, PageQuestion, WebPorts } from './web/web-ports.ts';
export { createWriteTool } from './write/write-tool.ts';
export type { WriteInput, WriteOutput } from './write/write-schema.ts';
export { createEditTool } from './edit/edit-tool.ts';
export type { EditForm, EditInput, EditOutput } from './edit/edit-schema.ts';
export { createNotebookEditTool } from './notebook-edit/notebook-edit-tool.ts';
export type { NotebookEditOptions } from './notebook-edit/notebook-edit-tool.ts';
export type { NotebookEditInput, NotebookEditOutput } from './notebook-edit/notebook-edit-schema.ts';
export type { EditOptions } from './edit/edit-tool.ts';
export type { PatchHunk } from './files/text/structured-patch.ts';
export { structuredPatchOf } from './files/text/structured-patch.ts';
export type { FileNow, FileRestore } from './files/write/restore-file.ts';
export { fileNow, restoreFile } from './files/write/restore-file.ts';
export { seedRead } from './files/seen/seed-read.ts';
export { isTemporaryBeside } from './files/write/temporary-beside.ts';
export { builtInTools } from './built-in-tools.ts';
export type {
  BackgroundTask,
  TaskEnd,
  TaskKind,
  TaskStatus,
  TaskStopper,
  TaskUsage,
} from './tasks/background-task.ts';
export { isRunning, runsInBackground } from './tasks/background-task.ts';
export type { EndedWork, NewTask, TaskRegistry } from './tasks/task-registry.ts';
export type { TaskRegistryOptions } from './tasks/create-task-registry.ts';
export { createTaskRegistry } from './tasks/create-task-registry.ts';
export { describeStatus } from './tasks/describe-status.ts';
export type { OpenedTasks } from './tasks/open-tasks.ts';
export { openTasks } from './tasks/open-tasks.ts';
export { commandLine, taskNote, taskNotes } from './tasks/task-note.ts';
export type { TaskOutputOutput } from './task-output/task-output-tool.ts';
export { createTaskOutputTool } from './task-output/task-output-tool.ts';
export type { ToolSearchOptions } from './tool-search/tool-search-options.ts';
export { createToolSearchTool } from './tool-search/tool-search-tool.ts';
export { TOOLS_FOR_DEFERRED } from './tool-search/tools-for-deferred.ts';
export { ReplRealm } from './repl/repl-realm.ts';
export { createUseTool } from './use-tool/use-tool.ts';
export type { TaskStopOutput } from './task-stop/task-stop-tool.ts';
export { createTaskStopTool } from './task-stop/task-stop-tool.ts';
export { createHandPlanTool } from './plan/hand-plan-tool.ts';
export type { PlanPort } from './plan/plan-port.ts';
export { PLAN_APPROVED, PLAN_MODE_ON } from './plan/plan-words.ts';
export type {
  EnteredWorktree,
  LeftWorktree,
  WorktreeCall,
  WorktreePort,
  WorktreeRefusal,
} from './worktree/worktree-port.ts';
export { JobFile } from './schedule/job-file.ts';
export type { DueRun, ScheduledJob } from './schedule/scheduled-job.ts';
export { cronTimes } from './schedule/cron-times.ts';
export { MAX_PROMPT } from './schedule/schedule-limits.ts';
export { Schedules } from './schedule/schedules.ts';
export { SelfPacedLoop, type LoopRun } from './schedule/self-paced-loop.ts';
export type { ListedTask } from './task-list/listed-task.ts';
export { TaskList } from './task-list/task-list.ts';
export type { TaskEventContext, TaskListPort } from './task-list/task-list-port.ts';
export { LanguageServers } from './lsp/language-servers.ts';
export type { EditorFiles } from './files/load/editor-files.ts';
export type { ServerConfig } from './lsp/server-config.ts';
export { isBackgroundDisabled } from './tasks/is-background-disabled.ts';
