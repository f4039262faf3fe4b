export { createLocalRuntime } from './local/create-local-runtime.ts';
export type { LocalRuntimeOptions } from './local/local-options.ts';
export type { LocalSettings } from './local/open-permission.ts';
export type { LocalRuntime } from './local/open-local-runtime.ts';
export type { SessionErrorCode } from './local/session-error.ts';

export {
  applyUpdate,
  askerFor,
  assemblePool,
  boundSession,
  buildConversation,
  bypassPolicy,
  checkPairing,
  createPermissionContext,
  createPermissionState,
  createPolicy,
  createRuntime,
  createTableClassifier,
  defineTool,
  describeCause,
  fail,
  outcomeForModel,
  outcomeForPerson,
  parseRule,
  planBatches,
  queryFor,
  readFile,
  readNamed,
  readSession,
  readTree,
  systemClock,
  toolDefinitions,
  writeFile,
  writeNamed,
  writeTree,
} from '@sluice/core';
export type {
  Action,
  AnyTool,
  Asker,
  AskStrategy,
  CallActions,
  CallContext,
  CallRecord,
  CallStatus,
  CancelReason,
  Claim,
  Claims,
  ContentBlock,
  FeedItem,
  Hook,
  JsonObject,
  JsonValue,
  ModelApi,
  ModelContent,
  Outcome,
  OutcomeCode,
  PermissionAnswer,
  PermissionClassifier,
  PermissionContext,
  PermissionDecision,
  PermissionMode,
  PermissionPolicy,
  PermissionRequest,
  PermissionRule,
  PermissionState,
  PermissionUpdate,
  PlannedCall,
  PlannedMessage,
  Resource,
  RulePolicy,
  Run,
  RunEvent,
  Runtime,
  RuntimeOptions,
  Tool,
  ToolCall,
  ToolDefinition,
  ToolPool,
  ToolResult,
  ToolResultBlock,
  ToolSchema,
  ToolSource,
} from '@sluice/core';

export { createAjvValidator, createFileStore, createNodeFiles, openJournal, readJournal } from '@sluice/host';
export type { ProcessSession } from '@sluice/process';
export { createProcessSession } from '@sluice/process';
export type { LoadedSettings, SettingsOptions, SettingsProblem } from '@sluice/settings';
export { loadSettings, permissionStart, saveUpdate, watchSettings } from '@sluice/settings';
export type { AnalysisContext, CommandAnalysis, ParsedCommand, WordToken } from '@sluice/shell';
export {
  analyseCommand,
  commandLanguage,
  parseCommand,
  parseWords,
  suggestCommandRules,
} from '@sluice/shell';
export { createAnthropicDecoder } from '@sluice/agent';
export {
  builtInTools,
  createBashTool,
  createEditTool,
  createGlobTool,
  createGrepTool,
  createNotebookEditTool,
  createReadTool,
  createTaskOutputTool,
  createTaskRegistry,
  createTaskStopTool,
  createWriteTool,
  openTasks,
  taskNote,
} from '@sluice/tools';
export type { BackgroundTask, NewTask, TaskRegistry, TaskStatus } from '@sluice/tools';
