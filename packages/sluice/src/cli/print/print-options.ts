import type { PermissionMode, ThinkingEffort } from '@sluice/core';
import type { LocalSettings } from '@sluice/session';
import type { SessionChoice, ToolLoading } from '@sluice/session/agent';
import type { EngineFlags } from '../engine-flags.ts';
import type { McpFlags } from '../mcp-flags.ts';
import type { NamedPlugin } from './client/client-options.ts';
import type { DebugPlace } from './output/debug-log.ts';

export type PrintFormat = 'text' | 'json' | 'stream-json';

/** The parsed arguments of `sluice -p`. Missing ones are undefined. */
export interface PrintOptions {
  readonly prompt: string | undefined;
  readonly cwd: string | undefined;
  /** Name of the git worktree to work in; empty: a new one with a name of its own. */
  readonly worktree: string | undefined;
  readonly settings: LocalSettings;
  readonly permissionMode: PermissionMode | undefined;
  readonly prompts: 'stdio' | 'none' | undefined;
  /** `suspend`: calls that need approval stay open until someone answers. */
  readonly asks: 'suspend' | 'deny' | undefined;
  /** Name of the MCP tool that answers permission requests for the user. */
  readonly promptTool: string | undefined;
  /** Definitions of agents as JSON text. */
  readonly agents: string | undefined;
  /** The agent to use as the main one. */
  readonly agent: string | undefined;
  /** The main agent leaves the work to others. */
  readonly isCoordinator: boolean;
  readonly appendSubagentSystemPrompt: string | undefined;
  readonly model: string | undefined;
  /** The model that the agent may ask for advice. */
  readonly advisor: string | undefined;
  readonly baseUrl: string | undefined;
  readonly effort: ThinkingEffort | undefined;
  /** Tokens to think; 0: none, `adaptive`: as the model likes. */
  readonly thinking: number | 'adaptive' | undefined;
  readonly thinkingDisplay: 'summarized' | 'omitted' | undefined;
  /** Betas of Anthropic's API. */
  readonly betas: readonly string[];
  /** Tokens that the whole work may take, as the model is told. */
  readonly taskTokens: number | undefined;
  readonly fallbackModels: readonly string[];
  readonly plugins: readonly NamedPlugin[];
  /** Names of the skills that there are. Undefined: all that are found. */
  readonly skills?: readonly string[] | undefined;
  /** Tools that calls of other names mean. Default: none. */
  readonly toolAliases?: Readonly<Record<string, string>> | undefined;
  /** Goes before `systemPrompt`, and is cached by itself. */
  readonly sharedSystemPrompt?: string | undefined;
  /** The working directory and the like go into the first message, not into the built-in system prompt. */
  readonly hasEnvironmentApart?: boolean | undefined;
  /** Wait for the client's `initialize` before the session begins. */
  readonly awaitsInitialize: boolean;
  /** After that, wait until the client knows which session it is. */
  readonly awaitsClaim: boolean;
  /** Tell the client each line of the session's transcript. */
  readonly tellsTranscript: boolean;
  /** Where messages in either direction are logged. Undefined: nowhere. */
  readonly debug: DebugPlace | undefined;
  readonly toolLoading: ToolLoading | undefined;
  readonly engine: EngineFlags;
  readonly mcp: McpFlags;
  readonly inputFormat: 'text' | 'stream-json';
  readonly outputFormat: PrintFormat;
  readonly isVerbose: boolean;
  readonly includesPartialMessages: boolean;
  readonly includesHookEvents: boolean;
  /** Include texts of sub-agents among the messages. */
  readonly forwardsAgentText: boolean;
  readonly replaysUserMessages: boolean;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  /** Names of the available built-in tools; undefined: all. */
  readonly tools: readonly string[] | undefined;
  /** JSON text. */
  readonly jsonSchema: string | undefined;
  readonly session: SessionChoice;
  readonly systemPrompt: string | undefined;
  readonly systemPromptFile: string | undefined;
  readonly appendSystemPrompt: string | undefined;
  readonly appendSystemPromptFile: string | undefined;
  /** No hooks, no instruction files, and no MCP servers except those of `mcp`. */
  readonly isBare: boolean;
  /** No skills and no slash commands. */
  readonly disablesSlashCommands: boolean;
  readonly setup: 'init' | 'maintenance' | undefined;
  readonly endsAfterSetup: boolean;
}
