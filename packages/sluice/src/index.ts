export { createLocalRuntime } from './local/create-local-runtime.ts';
export type { LocalPermissionMode, LocalRuntimeOptions } from './local/local-options.ts';
export type { LocalRuntime } from './local/open-local-runtime.ts';
export type { SessionErrorCode } from './local/session-error.ts';

export {
  assemblePool,
  boundSession,
  buildConversation,
  bypassPolicy,
  checkPairing,
  createDefaultPolicy,
  createPermissionState,
  createRuntime,
  defineTool,
  fail,
  outcomeForModel,
  outcomeForPerson,
  planBatches,
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
  AnyTool,
  Asker,
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
  PermissionDecision,
  PermissionMode,
  PermissionPolicy,
  PermissionRequest,
  PermissionState,
  PlannedCall,
  PlannedMessage,
  Resource,
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
export { createAnthropicDecoder } from '@sluice/agent';
export {
  builtInTools,
  createBashTool,
  createEditTool,
  createGlobTool,
  createGrepTool,
  createReadTool,
  createWriteTool,
} from '@sluice/tools';
