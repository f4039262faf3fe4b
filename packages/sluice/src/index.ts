export * from './runtime.ts';
export { createLocalRuntime, openRuntime, openSessionParts } from '@sluice/session';
export { agentHooks, createLocalAgent, openAgent, openStoredSession } from '@sluice/session/agent';
export type {
  AboutSession,
  CanUseTool,
  CanUseToolContext,
  Disposed,
  EngineOptions,
  LocalRuntime,
  LocalRuntimeOptions,
  LocalSettings,
  OpenedSessionParts,
  ProgramHook,
  ProgramHooks,
  SessionErrorCode,
  SessionFacts,
  SessionParts,
  SessionPartsOptions,
} from '@sluice/session';
export type {
  AgentError,
  AgentStatus,
  AssembledAgent,
  LocalAgent,
  LocalAgentOptions,
  OpenAgentOptions,
  OpenChildOptions,
  OpenedAgent,
  SessionChoice,
  StoredSession,
} from '@sluice/session/agent';

export { createAjvValidator, createFileStore, createNodeFiles, openJournal, readJournal } from '@sluice/host';
export type { ProcessSession } from '@sluice/process';
export { createProcessSession } from '@sluice/process';
export type { LoadedSettings, SettingsOptions, SettingsProblem } from '@sluice/settings';
export { loadSettings, permissionStart, saveUpdate, watchSettings } from '@sluice/settings';
export type {
  HandlerRunners,
  HookJudgment,
  HookQuestion,
  HookUnavailable,
  SessionHook,
  SessionHookAnswer,
  SessionHookEvent,
  SessionHookInput,
  SessionHookOf,
} from '@sluice/hooks';
export {
  createAgent,
  createAnthropicDecoder,
  createConversation,
  createModelDecoder,
  createOutputTool,
  createSwitchableProvider,
  openProvider,
  readConversation,
  readInstructions,
  systemPrompt,
  toFeed,
} from '@sluice/agent';
export type {
  Activity,
  Agent,
  AgentCallExtension,
  AgentCommand,
  AgentEvent,
  AgentHooks,
  AgentOptions,
  AgentResult,
  Conversation,
  EndReason,
  McpConnection,
  ModelChoice,
  ModelPrice,
  Prompt,
  SwitchableProvider,
  Transition,
  UsedModel,
} from '@sluice/agent';
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
