export type { Isolation } from './permission/context/isolation.ts';
export type { JsonObject, JsonValue } from './data/json.ts';
export { getOwn, isJsonObject } from './data/json.ts';
export type {
  ContentBlock,
  DocumentBlock,
  LinkedFileBlock,
  ImageBlock,
  ModelContent,
  StoredText,
  TextBlock,
  ToolReferenceBlock,
} from './data/content.ts';
export type {
  InferSchema,
  JsonSchema,
  StandardIssue,
  StandardResult,
  StandardSchema,
  ToolSchema,
} from './tool/schema.ts';
export type { Claim, Claims, Resource } from './data/claims.ts';
export { readFile, readNamed, readTree, writeFile, writeNamed, writeTree } from './data/claims.ts';
export type { ToolPermissionUpdate } from './permission/context/tool-update.ts';
export type { NewMessage } from './tool/new-message.ts';
export type { ToolFailure, ToolResult, ToolSuccess, ToolYield } from './tool/result.ts';
export { fail } from './tool/result.ts';
export type { CallPreview, PreviewHunk } from './data/call-preview.ts';
export type {
  CallContext,
  CallsInProgress,
  CaptureFile,
  CheckContext,
  ClaimContext,
  FileChange,
  NestedCall,
  NestedResult,
  PreImageProblem,
  SessionContext,
  SessionState,
} from './tool/context.ts';
export type {
  AnyTool,
  DescriptionContext,
  ClientNotes,
  InputCheck,
  InterruptBehavior,
  Tool,
  DefinitionChange,
  DefinitionGuard,
  ToolPermission,
} from './tool/tool.ts';
export { constantOf } from './tool/constant.ts';
export { loadTools } from './tool/load-tools.ts';
export type { ToolDefinition } from './tool/tool-definition.ts';
export { defineTool } from './tool/define-tool.ts';
export { CHARACTERS_PER_TOKEN } from './data/characters-per-token.ts';
export { DEFAULT_RESULT_LIMIT, SESSION_SHARE } from './result/result-limits.ts';
export type { CancelReason, DenialSource, InputIssue, Outcome, OutcomeCode } from './data/outcome.ts';
export type { ReadLedger, ReadRange, ReadRecord } from './result/read-ledger.ts';
export type { FileFingerprint, FilePart } from './data/file-fingerprint.ts';
export type { ShortenedPage } from './result/shortened-page.ts';
export type { PermissionContext, SealedPath, WorkingDirectory } from './permission/context/context.ts';
export type { PermissionMode, PermissionModeName } from './data/permission-mode.ts';
export { PROTECTED_DIRECTORIES, PROTECTED_FILES } from './permission/paths/protected-paths.ts';
export type { PermissionStart } from './permission/context/create-context.ts';
export {
  isModeAvailable,
  modesWhere,
  parsePermissionMode,
  PERMISSION_MODE_NAMES,
  PERMISSION_MODE_TABLE,
  PERMISSION_MODES,
} from './data/permission-mode.ts';
export { createPermissionContext } from './permission/context/create-context.ts';
export type { PermissionRule, RuleBehavior, RuleParts, RuleSource } from './data/permission-rule.ts';
export type { ParsedRule } from './permission/parse-rule.ts';
export { isAboutEdits } from './permission/rules/is-about-edits.ts';
export { parseRule } from './permission/parse-rule.ts';
export type { PermissionUpdate, UpdateDestination } from './permission/context/update.ts';
export type { UpdateResult } from './permission/context/apply-update.ts';
export { applyUpdate, leavePlanMode } from './permission/context/apply-update.ts';
export type { ResumedPermission, SessionPermission } from './permission/context/session-permission.ts';
export {
  parseSessionPermission,
  resumePermission,
  sessionPermission,
} from './permission/context/session-permission.ts';
export type {
  Action,
  CallActions,
  CommandAction,
  FetchAction,
  FileAction,
  NamedAction,
  OpaqueCall,
} from './permission/action.ts';
export type { CommandLanguage, CompiledPattern } from './permission/command-language.ts';
export type { CompiledRules, RuleProblem } from './permission/compiled-rules.ts';
export type { EndedMessage, MessageHandle } from './run/message-handle.ts';
export type { MessageEnd, MessageOptions } from './run/message-options.ts';
export type { CallResult, OpenCall } from './run/open-call.ts';
export type { AnsweredAsk } from './run/answer-suspended.ts';
export type { AskedCall, ProgramQuestions } from './engine/program-questions.ts';
export type { Refusal } from './data/refusal.ts';
export { pendingAsks, type PendingAsk } from './run/pending-ask.ts';
export type { OpenAskedCall } from './engine/open-asked-call.ts';
export type { SuspendedAnswer } from './permission/ask/suspended-answer.ts';
export type { CallToDecide } from './call/decide/decide-purely.ts';
export type { PureDecision } from './permission/decision.ts';
export type { Asker } from './permission/ask/asker.ts';
export { parseFeedback } from './permission/ask/parse-feedback.ts';
export type { AnswerTo, InquiryAnswer } from './permission/ask/inquiry-answer.ts';
export type {
  CallInquiry,
  ConfirmInquiry,
  FormInquiry,
  Inquiry,
  InquiryPart,
  PermissionRequest,
  PlanInquiry,
  QuestionsInquiry,
  TrustInquiry,
  UrlInquiry,
} from './permission/ask/inquiry.ts';
export { isCallInquiry } from './permission/ask/inquiry.ts';
export type { PermissionPolicy, PermissionQuery } from './policy/policy.ts';
export type { DecisionDetail, PermissionDecision } from './permission/decision.ts';
export type {
  Hook,
  HookBatch,
  HookCall,
  HookOutput,
  HookProgram,
  PermissionDeniedHook,
  PermissionDeniedResult,
  PostToolBatchHook,
  PostToolBatchResult,
  PostToolUseHook,
  PostToolUseResult,
  PreToolUseHook,
  PreToolUseResult,
} from './hook/hooks.ts';
export type { HookVerdict } from './hook/pre-tool-use.ts';
export { hookMatches } from './hook/hooks.ts';
export { matchingPreHooks, runPreHooks } from './hook/pre-tool-use.ts';
export type { PostVerdict } from './hook/post-tool-use.ts';
export { matchingPostHooks, runPostHooks } from './hook/post-tool-use.ts';
export type { Clock } from './ports/clock.ts';
export type {
  AssistantBlock,
  BlockDelta,
  ModelEvent,
  ModelFailure,
  ModelFailureKind,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ThinkingEffort,
  ThinkingOptions,
  LateToolForm,
  ModelTool,
  ModelUsage,
  StopReason,
  UserBlock,
  WebSearchOptions,
} from './ports/model.ts';
export type { FileIdentity, Files, GitChange, GitNames } from './ports/files.ts';
export type { Journal, JournalReading, JournalWrite } from './ports/journal.ts';
export type { BytesWrite, ResultStore, StoredBytes, StoredFile, StoreWrite } from './ports/store.ts';
export { checkImages, type CheckedImage, type CheckImage } from './ports/images.ts';
export type { SchemaIssue, SchemaValidator } from './ports/validator.ts';
export type { JournalEntry, JournalText, PreImage } from './ports/journal-entry.ts';
export type { SessionEvent } from './engine/events.ts';
export type { HookSaid } from './data/hook-said.ts';
export type { Announcements, ListenerKind, TimedSessionEvent } from './engine/announcements.ts';
export type { SubscribeOptions, Subscription } from './engine/subscriptions.ts';
export { createAnnouncements } from './engine/announcements.ts';
export { givenInput, type CallInput, type GivenInput } from './data/given-input.ts';
export type { FeedItem, FeedProblemCode } from './data/feed.ts';
export type { Run, RunInterrupt } from './run/run.ts';
export type { AgentIdentity } from './data/agent-identity.ts';
export { FAILURE_ERRORS, failureError, type FailureError } from './ports/failure-error.ts';
export type { ForkOptions } from './run/fork.ts';
export type { Runtime } from './run/runtime.ts';
export type { ToolCall } from './run/batch.ts';
export { createRuntime } from './run/runtime.ts';
export type { Cascade, RuntimeOptions, Scheduling } from './engine/options.ts';
export { DEFAULT_MAX_CONCURRENCY } from './engine/engine-limits.ts';
export type { NoticeCode, RunEvent, RunEventType } from './engine/events.ts';
export type { ToolResultBlock } from './data/content.ts';
export type { CallStatus } from './engine/state.ts';
export type { CallRecord } from './engine/record.ts';
export { issueText, outcomeForModel, outcomeForPerson } from './outcome/outcome-text.ts';
export type { PermissionState } from './permission/context/state.ts';
export type { JournaledAgent } from './journal/agents.ts';
export { journaledAgents } from './journal/agents.ts';
export { unreadMessages, type UnreadMessage } from './journal/unread-messages.ts';
export type { DeriveOptions } from './permission/context/derive-state.ts';
export { deriveState } from './permission/context/derive-state.ts';
export { createPermissionState } from './permission/context/state.ts';
export { bypassPolicy } from './policy/bypass-policy.ts';
export { expandHome } from './permission/paths/expand-home.ts';
export { otherCase } from './ports/other-case.ts';
export { isInside } from './permission/paths/is-inside.ts';
export type { PolicyOptions, RulePolicy } from './policy/create-policy.ts';
export { createPolicy } from './policy/create-policy.ts';
export type {
  ContextFile,
  ContextFileGate,
  ContextFileRefusal,
  ContextFileScope,
} from './policy/context-file-gate.ts';
export { createContextFileGate } from './policy/context-file-gate.ts';
export type { DecisionCause } from './data/decision-cause.ts';
export type { Approver, DecisionGrounds, NoAnswer, Remedy, RemedyCode } from './data/decision-grounds.ts';
export { describeCause, ruleText } from './permission/describe/describe-cause.ts';
export { canBeLifted } from './permission/describe/can-be-lifted.ts';
export { isOfPlanMode } from './permission/describe/is-of-plan-mode.ts';
export { describeGrounds } from './permission/describe/describe-grounds.ts';
export type { DecisionStage, PartDecision } from './permission/part-decision.ts';
export { queryFor } from './policy/query-for.ts';
export type { InputValidator, Validation } from './input/validate.ts';
export { createInputValidator } from './input/validate.ts';
export { schemaErrorText } from './input/schema-error.ts';
export { combine, withoutAsking } from './policy/combine.ts';
export type {
  ClassifierRequest,
  ClassifierVerdict,
  PermissionClassifier,
} from './permission/ask/classifier.ts';
export { createTableClassifier } from './permission/ask/table-classifier.ts';
export type { AskStrategy } from './permission/ask/ask-strategy.ts';
export { askerFor } from './permission/ask/ask-strategy.ts';
export type { ClaimOnce } from './permission/ask/claim-once.ts';
export { createClaimOnce } from './permission/ask/claim-once.ts';
export type { Suggestions } from './policy/suggestions.ts';
export { suggestionsFor } from './policy/suggestions.ts';
export type { PoolOptions, ToolPool, ToolSource } from './pool/pool.ts';
export { assemblePool } from './pool/assemble-pool.ts';
export type { ModelApi } from './pool/definitions.ts';
export { modelTool, modelTools, toolDefinitions } from './pool/definitions.ts';
export type { LoadedTools } from './pool/loaded-tools.ts';
export { serverOf } from './pool/server-of.ts';
export type { ToolSources } from './pool/tool-sources.ts';
export { ownName } from './pool/search/own-name.ts';
export type { SelectedNames } from './pool/search/select-tools.ts';
export { selectTools } from './pool/search/select-tools.ts';
export type { ToolEntry } from './pool/search/tool-entry.ts';
export { entryOf } from './pool/search/entry-of.ts';
export type { ToolIndex } from './pool/search/tool-index.ts';
export { createToolIndex } from './pool/search/tool-index.ts';
export { toolReferenceText } from './result/tool-reference-text.ts';
export { toJsonSchema } from './input/json-schema.ts';
export { durationText } from './result/duration-text.ts';
export type { InputDisplay } from './display/display-input.ts';
export { displayInput } from './display/display-input.ts';
export { cutLine } from './display/cut-line.ts';
export { disarm } from './display/disarm.ts';
export { sanitize } from './display/sanitize.ts';
export { sanitizeLines } from './display/sanitize-lines.ts';
export { callLabel } from './label/call-label.ts';
export { inputLabel } from './label/input-label.ts';
export { OUTCOME_MARKS } from './label/outcome-mark.ts';
export type { SessionReference, SessionResult } from './result/bound-session.ts';
export { boundSession, isWorthReference } from './result/bound-session.ts';
export type { Replacements } from './result/replacements.ts';
export { createReplacements } from './result/replacements.ts';
export { textLength, textOf } from './result/content.ts';
export type { JournaledCall, JournaledMessage } from './journal/session.ts';
export { readQuestions, type JournaledQuestion } from './journal/questions.ts';
export { readSession } from './journal/session.ts';
export type { ConversationMessage, ToolUseBlock } from './journal/conversation.ts';
export { buildConversation, journaledResult, lostNote, readText } from './journal/conversation.ts';
export { isDocument, isLinkedFile, parseContent, parseSaid } from './journal/parse-content.ts';
export { parseSpoken } from './journal/parse-spoken.ts';
export type { Speaker, SpokenText } from './result/marked-text.ts';
export { OWN_TOOLS } from './permission/rules/own-tools.ts';
export { createPathMatcher } from './permission/rules/path-matcher.ts';
export { escapeMark, isMarkedText, markedText, ownNote } from './result/marked-text.ts';
export { childMode } from './permission/context/child-mode.ts';
export type { LeftOut, LeftOutReason, SourceChange } from './pool/pool.ts';
export { escapeHarnessTags } from './result/escape-harness-tags.ts';
export { escapeTag } from './result/escape-tag.ts';
export type { JournalWriter } from './journal/writer.ts';
export { createJournalWriter } from './journal/writer.ts';
export type { PairedBlock, PairedMessage } from './journal/pairing.ts';
export { checkPairing } from './journal/pairing.ts';
export { systemClock } from './ports/memory/system-clock.ts';
export type { FakeClock } from './ports/memory/fake-clock.ts';
export { createFakeClock } from './ports/memory/fake-clock.ts';
export type { MemoryFiles, MemoryFilesOptions } from './ports/memory/memory-files.ts';
export { createMemoryFiles } from './ports/memory/memory-files.ts';
export type { MemoryJournal } from './ports/memory/memory-journal.ts';
export { createMemoryJournal } from './ports/memory/memory-journal.ts';
export type { MemoryStore } from './ports/memory/memory-store.ts';
export { createMemoryStore } from './ports/memory/memory-store.ts';
export type { PlannedCall, PlannedMessage } from './run/plan.ts';
export { planBatches } from './run/plan.ts';
