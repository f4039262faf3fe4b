import type { AgentOptions, ToolLoading } from '@sluice/agent';
import type { ThinkingEffort, ThinkingOptions } from '@sluice/core';
import type { BeginOptions, EngineOptions } from '../options/local-options.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import type { SessionChoice } from './stored/session-choice.ts';
import type { StoredSession } from './stored/open-stored-session.ts';

/** Options for one agent, in addition to the parts of its session. */
export interface OpenAgentOptions
  extends
    Omit<EngineOptions, 'isStanding' | 'attachesTexts'>,
    Pick<BeginOptions, 'setup' | 'signal'>,
    Pick<AgentOptions, 'maxTurns' | 'taskTokens' | 'output'> {
  /** Where the conversation is listed, and whether it is resumed. Default: it is not stored. */
  readonly stored?: StoredSession | undefined;
  /** The session replaces one that the user has cleared: SessionStart hooks hear of it. Default: false. */
  readonly isCleared?: boolean;
  /**
   * A model such as `anthropic/claude-sonnet-5-5` or `ollama/qwen3`. Default: from the environment or the
   * settings.
   */
  readonly model?: string | undefined;
  /** A stronger model that the agent may ask for advice. Default: the setting `advisorModel`. */
  readonly advisorModel?: string | undefined;
  /** Models to ask, in order, for an answer that another one can't give because it is overloaded or unavailable. Default: none. */
  readonly fallbackModels?: readonly string[] | undefined;
  /** Address of a model server, `http:` or `https:`. */
  readonly baseUrl?: string | undefined;
  /** How much the model should think. Default: from the environment or the settings. */
  readonly effort?: ThinkingEffort | undefined;
  /** Tokens to think per answer; 0: none, `adaptive`: as the model likes. Default: from the environment. */
  readonly thinkingTokens?: number | 'adaptive' | undefined;
  /** Whether answers have a summary of the thinking. Default: as the model has it. */
  readonly thinkingDisplay?: ThinkingOptions['display'];
  /** Betas of Anthropic's API that requests ask for. Default: those that they need. */
  readonly betas?: readonly string[] | undefined;
  /** Milliseconds between two reads of an answer, at least, while it is only text, for a program that shows it at this pace anyway. Default: each piece is read as it comes. */
  readonly textEveryMs?: number | undefined;
  /**
   * How deferred tools reach the model: `auto`, `reference`, `bridge`, `append`, or `off` to list them all. Default: the
   * setting `toolLoading`, else `auto`.
   */
  readonly toolLoading?: ToolLoading | undefined;
  /** End a prompt when the session has cost this much; the price of the model must be known. Default: no limit. */
  readonly maxBudgetUsd?: number | undefined;
  /** What the session cost before this agent was opened, in US dollars. Default: 0. */
  readonly spentUsd?: (() => number) | undefined;
  /** The type of agent that it is, by name: its prompt, tools and model. Needs `agents`. Default: none. */
  readonly agentType?: string | undefined;
  /** Replaces the built-in system prompt. */
  readonly systemPrompt?: string | undefined;
  /** Goes before `systemPrompt`: what other sessions have too, so that the model's service caches it by itself. */
  readonly sharedSystemPrompt?: string | undefined;
  /** The lines about the environment go into the first message, so that the built-in system prompt is the same everywhere. Default false. */
  readonly hasEnvironmentApart?: boolean | undefined;
  /** Add the lines about the environment to `systemPrompt`. Default false. */
  readonly addsEnvironment?: boolean | undefined;
  /** Added to the end of the system prompt. */
  readonly appendSystemPrompt?: string | undefined;
  /** False: read no instruction files (CLAUDE.md, AGENTS.md). Default true. */
  readonly readsInstructions?: boolean;
  /** No one is following the work, so the model should not ask questions. Default true. */
  readonly isHeadless?: boolean;
  /** Called with a sentence for the user. Must not throw. Default: it is dropped. */
  readonly warn?: (text: string) => void;
}

/** Options for an agent with its own session. */
export interface LocalAgentOptions
  extends
    Omit<SessionPartsOptions, 'sessionDirectory' | 'resume' | 'sessionId'>,
    Omit<OpenAgentOptions, 'stored'> {
  /** Which stored session to use: a new one, or an earlier one to resume. Default: nothing is stored. */
  readonly session?: SessionChoice;
}
