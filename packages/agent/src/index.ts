export type { Agent } from './loop/agent.ts';
export type { AgentOptions, Attachment, Prompt } from './loop/agent-options.ts';
export type { AgentCallExtension, AgentCommand, McpConnection } from './loop/calls/call-extension.ts';
export { createAgent } from './loop/agent.ts';
export type { LateTools, LateToolsOptions } from './late-tools/late-tools.ts';
export { createLateTools } from './late-tools/late-tools.ts';
export type { JournaledLateTools } from './late-tools/read-late-tools.ts';
export { readLateTools } from './late-tools/read-late-tools.ts';
export type { SearchThreshold, ToolLoading } from './late-tools/tool-loading.ts';
export { searchThreshold, TOOL_LOADINGS } from './late-tools/tool-loading.ts';
export { compactLimit } from './loop/compact/compact-limit.ts';
export { isNestedDeeply } from './loop/ask/is-nested-deeply.ts';
export type { AgentEvent, AgentResult, HookBlock, UsedModel } from './loop/agent-event.ts';
export type { AgentHooks } from './loop/agent-hooks.ts';
export type { Activity } from './loop/activity.ts';
export type { EndReason, Transition } from './loop/transition.ts';
export type { RequestTokens } from './loop/usage/request-tokens.ts';
export type { ModelPrice } from './loop/usage/token-usage.ts';
export { addUsage, contextTokens, costOf, knownCostUsd, NO_USAGE } from './loop/usage/token-usage.ts';
export { denialOf } from './loop/usage/prompt-tally.ts';
export { modelsSince, sumOfModels } from './loop/usage/used-models.ts';
export { askForText, type TextAnswer, type TextRequest } from './loop/ask/ask-for-text.ts';
export { ToldConversation } from './advisor/told-conversation.ts';
export { askForAdvice, MAX_ADVICE_TOKENS, type AdviceRequest } from './advisor/ask-for-advice.ts';
export { createAdvisorTool, type Advice, type AskAdvisor } from './advisor/advisor-tool.ts';
export { secretVariableValues } from './advisor/secret-values.ts';
export { askWithSearch } from './loop/ask/ask-with-search.ts';
export { askModel, type SideAnswer, type SideRequest } from './loop/ask/ask-model.ts';
export { objectInText } from './loop/ask/object-in-text.ts';
export { askProvider } from './loop/ask/ask-provider.ts';
export type { AssistantDraft, Conversation } from './conversation/conversation.ts';
export type { Origin } from './conversation/origin.ts';
export type { SessionChanges, UpdatedSession } from './sessions/update-session.ts';
export { titleOf } from './sessions/session-info.ts';
export { updateSession } from './sessions/update-session.ts';
export { countAnswers } from './sessions/count-answers.ts';
export { continueFromTranscript, importTranscript } from './sessions/import-transcript.ts';
export { noteTranscriptIds, transcriptIds } from './sessions/transcript-ids.ts';
export type { Transcript, TranscriptMessage } from './sessions/read-transcript.ts';
export { readTranscript, transcriptDirectory } from './sessions/read-transcript.ts';
export { findSession } from './sessions/find-session.ts';
export { forkSession } from './sessions/fork-session.ts';
export { latestAnsweredSession, latestSession, listSessions } from './sessions/list-sessions.ts';
export type { NewSession, SessionResult } from './sessions/new-session.ts';
export { newSession } from './sessions/new-session.ts';
export type { Retention } from './sessions/remove-old-sessions.ts';
export { removeOldSessions } from './sessions/remove-old-sessions.ts';
export { removeSession } from './sessions/remove-session.ts';
export type { SessionInfo, StoredSession } from './sessions/session-info.ts';
export { readStoredSession } from './sessions/session-info.ts';
export { stateDirectory } from './sessions/state-directory.ts';
export { checkRequest, createRequestCheck } from './conversation/check-request.ts';
export type { ConversationOptions } from './conversation/create-conversation.ts';
export { createConversation } from './conversation/create-conversation.ts';
export type { ReadConversation } from './conversation/read-conversation.ts';
export { readConversation } from './conversation/read-conversation.ts';
export type { RepairedRequest } from './conversation/repair-request.ts';
export { repairRequest } from './conversation/repair-request.ts';
export type { AnthropicDecoderOptions } from './stream/anthropic/anthropic-decoder.ts';
export { createAnthropicDecoder } from './stream/anthropic/anthropic-decoder.ts';
export { apiErrorText } from './stream/anthropic/api-error-text.ts';
export type { FeedDecoder } from './stream/feed/feed-decoder.ts';
export { feedProblem } from './stream/feed/feed-problem.ts';
export type {
  LineSplitter,
  LineSplitterOptions,
  LostReason,
  SplitLine,
} from './stream/bytes/line-splitter.ts';
export { createLineSplitter } from './stream/bytes/line-splitter.ts';
export type { ParsedJson } from './stream/parse-json.ts';
export { parseJson } from './stream/parse-json.ts';
export type { SseEvent, SseParser, SseParserOptions } from './stream/bytes/sse-parser.ts';
export { createSseParser } from './stream/bytes/sse-parser.ts';
export { toolUseIdentity } from './stream/anthropic/tool-use-identity.ts';
export type { DecodedEvent } from './stream/decoded-event.ts';
export type { ModelDecoder, ModelDecoderOptions } from './stream/model-decoder.ts';
export { createModelDecoder } from './stream/model-decoder.ts';
export type { DecodeWholeOptions } from './stream/decode-whole.ts';
export { decodeWhole } from './stream/decode-whole.ts';
export type { ModelFormat, StreamFormat } from './stream/model-format.ts';
export { MODEL_FORMATS, STREAM_FORMATS } from './stream/model-format.ts';
export type { StreamFeedOptions } from './stream/feed/stream-feed.ts';
export { createStreamFeed } from './stream/feed/stream-feed.ts';
export { toFeed } from './stream/feed/to-feed.ts';
export type { BodyKeeper, WireBody } from './wire/body-keeper.ts';
export { createBodyKeeper } from './wire/body-keeper.ts';
export { createWireFormat } from './wire/create-wire-format.ts';
export type { AnswerHeaders } from './wire/failure-of.ts';
export { failureOf } from './wire/failure-of.ts';
export type { CacheMark, WireFormat, WireOptions } from './wire/wire-format.ts';
export { serviceOfModel } from './providers/endpoint.ts';
export { modelAliases } from './providers/model-alias.ts';
export { ProviderPool } from './providers/provider-pool.ts';
export type { OpenedProvider } from './providers/open-provider.ts';
export { openProvider } from './providers/open-provider.ts';
export type { SwitchableProvider } from './providers/create-switchable-provider.ts';
export { createFallbackProvider, type FallbackModel } from './providers/create-fallback-provider.ts';
export { createSwitchableProvider } from './providers/create-switchable-provider.ts';
export { modelAccess, type AuthMethod, type ModelAccess } from './providers/model-access.ts';
export type { ModelChoice } from './providers/model-choice.ts';
export type {
  InstructionFile,
  InstructionFinder,
  InstructionPlace,
  Instructions,
} from './instructions/read-instructions.ts';
export { openInstructions, readInstructions } from './instructions/read-instructions.ts';
export type { SystemPromptFacts } from './instructions/system-prompt.ts';
export { environmentText } from './instructions/environment-text.ts';
export { isInstructionText, systemPrompt } from './instructions/system-prompt.ts';
export type {
  Frontmatter,
  FrontmatterField,
  FrontmatterProblem,
  ReadFrontmatter,
} from './definitions/read-frontmatter.ts';
export { readFrontmatter } from './definitions/read-frontmatter.ts';
export { readTomlDefinition } from './definitions/read-toml-definition.ts';
export { TailList, type TailItem } from './tail-list/tail-list.ts';
export type {
  AgentDefinition,
  AgentSource,
  AgentTypes,
  DefinitionProblem,
} from './agent-definitions/agent-definition.ts';
export { createAgentTool } from './agent-tools/agent-tool.ts';
export { AGENT_TYPES_TITLE, agentTypeItems } from './agent-definitions/agent-type-list.ts';
export { DEFAULT_AGENT, isFork } from './agent-definitions/built-in-agents.ts';
export { chooseDefinitions } from './agent-definitions/choose-definitions.ts';
export { DefinitionFiles, type DefinitionPlace } from './agent-definitions/definition-files.ts';
export { FilteredPool } from './agent-definitions/filtered-pool.ts';
export { createListAgentsTool } from './agent-tools/list-agents-tool.ts';
export { mentionsTool } from './agent-definitions/mentions-tool.ts';
export { readAgentsJson } from './agent-definitions/read-agents-json.ts';
export { parseAgentsJson, type ParsedAgents } from './agent-definitions/parse-agents-json.ts';
export {
  explainNoTools,
  isRefusedInFork,
  whyLeftOut,
  type ToolSelection,
} from './agent-definitions/select-tools.ts';
export { createSendMessageTool } from './agent-tools/send-message-tool.ts';
export { createTeamTools } from './agent-tools/team-tools.ts';
export { SubAgentRelay } from './agent-tools/sub-agent-relay.ts';
export type {
  AgentProgress,
  AgentReport,
  ToolStats,
  CallKey,
  SendResult,
  SentMessage,
  SpawnCall,
  Spawned,
  SpawnRequest,
  SubAgentInfo,
  SubAgentPort,
  SubAgentState,
  TeamInfo,
} from './agent-tools/sub-agent-port.ts';
export type { StructuredOutput } from './structured-output/create-output-tool.ts';
export { createOutputTool } from './structured-output/create-output-tool.ts';
export { createWorkflowTool } from './workflows/workflow-tool.ts';
export type {
  FoundWorkflow,
  StartedWorkflow,
  StartWorkflow,
  WorkflowPort,
  WorkflowRequest,
} from './workflows/workflow-port.ts';
export type { Expand, Expansion } from './loop/expansion.ts';
export { readContextFile } from './context-files/read-context-file.ts';
export { argumentWords } from './skills/argument-words.ts';
export { commandWords, wordText, type ArgumentValues } from './skills/command-arguments.ts';
export { peerPlaces, type PeerPlace, type PeerProgram } from './definitions/peer-places.ts';
export type { Command, Commands } from './skills/slash-commands.ts';
export { agentModelRefusal } from './agent-definitions/agent-model-refusal.ts';
export { contentText } from './skills/content-text.ts';
export type { ForkCall } from './skills/fork-call.ts';
export { forkCall } from './skills/fork-call.ts';
export type { TemplateFacts } from './skills/fill-template.ts';
export { fillTemplate } from './skills/fill-template.ts';
export type { MentionedResource } from './skills/mentioned-resources.ts';
export { mentionedResources } from './skills/mentioned-resources.ts';
export { mentionedFiles } from './skills/mentioned-files.ts';
export type { BrokenSkill, Skill, SkillOrigin, SkillProblem, SkillTurn } from './skills/skill.ts';
export { problemLine } from './skills/skill.ts';
export type { SkillSet } from './skills/skill-library.ts';
export { SkillLibrary } from './skills/skill-library.ts';
export type { SkillVisibility } from './skills/skill-listing.ts';
export { knownSkillLines, listingNote, skillListing } from './skills/skill-listing.ts';
export { skillPlaces } from './skills/skill-places.ts';
export { skillOfText, skillText } from './skills/skill-text.ts';
export type { SkillInput, SkillPort, UsedSkill } from './skills/skill-tool.ts';
export { createSkillTool } from './skills/skill-tool.ts';
export type { SkillUse } from './skills/skill-use.ts';
export { isSkillListing, listedSkillLines } from './skills/listed-skill-lines.ts';
export { typedCommands } from './skills/typed-commands.ts';
