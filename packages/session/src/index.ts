export { modelPrice } from './agent/model/model-price.ts';
export type { WakeUps } from './runtime/wake-ups.ts';
export { mcpServeSecrets } from './directory/mcp-serve-secrets.ts';
export { leavePrivatePlace, makePrivateDirectory } from './directory/private-place.ts';
export { removeUnfinished } from './directory/remove-unfinished.ts';
export { sealedInEverySession } from './directory/sealed-paths.ts';
export { temporaryName } from './directory/temporary-name.ts';
export type { AboutSession, SessionFacts } from './options/about-session.ts';
export { hookRuleMatcher } from './hooks/hook-rule-matcher.ts';
export type { ProgramHook, ProgramHooks } from './options/program-hooks.ts';
export { surveySkills, type SkillsSurvey } from './skills/survey-skills.ts';
export { readLanguageServers } from './lsp/read-language-servers.ts';
export { missingSearch, searchSettings } from './web/missing-search.ts';
export { nodeProblem } from './node-problem.ts';
export { openSandbox } from './open-sandbox.ts';
export { openSessionParts } from './parts/open-session-parts.ts';
export type { McpOptions } from './options/mcp-options.ts';
export type { Disposed, OpenedSessionParts, SessionParts } from './parts/session-parts.ts';
export type { OnRules } from './parts/steps/step.ts';
export type { SessionEndReason } from './events/session-events.ts';
export type { SessionPartsOptions, SessionTranscripts } from './options/session-parts-options.ts';
export { loadCommandLanguage } from './permission/lazy-command-language.ts';
export { lazyGitLister } from './permission/lazy-git-lister.ts';
export {
  openPermission,
  ruleNotices,
  type LocalPermission,
  type LocalSettings,
} from './permission/open-permission.ts';
export type { CanUseTool, CanUseToolContext } from './permission/can-use-tool.ts';
export {
  parsePermissionResult,
  ruleSourceName,
  ruleValue,
  suggestionsOf,
} from './permission/permission-result.ts';
export { readPlugin, type Plugin } from './plugins/read-plugin.ts';
export { createLocalRuntime } from './runtime/create-local-runtime.ts';
export type { EngineOptions, LocalRuntimeOptions } from './options/local-options.ts';
export type { LocalRuntime } from './runtime/local-runtime.ts';
export { openLocalRuntime } from './runtime/open-local-runtime.ts';
export { openRuntime } from './runtime/open-runtime.ts';
export type { SessionErrorCode } from './session-error.ts';
export type {
  AgentTelemetry,
  ObserveRequest,
  OpenTelemetry,
  SessionTelemetry,
} from './telemetry/session-telemetry.ts';
export { peerHookFiles, peerHooks } from './hooks/peer-hooks.ts';
