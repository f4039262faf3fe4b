import type { Agent, AgentEvent, Commands, InstructionFile, Prompt } from '@sluice/agent';
import type {
  AgentIdentity,
  ModelMessage,
  ModelProvider,
  ModelTool,
  ThinkingEffort,
  ThinkingOptions,
} from '@sluice/core';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import type { Advisor } from '../skills/command-agent.ts';
import type { AgentTree } from './agent-tree.ts';
import type { ModelSwitchOptions } from './model/model-switch.ts';
import type { ModelChange } from './model/open-model.ts';
import type { OutputStyle } from './texts/output-style.ts';

/** An agent in its session: the loop, its engine, and its model. */
export interface AssembledAgent extends Agent {
  /** Works on the prompt, a text or blocks of content, until it is done. */
  run(prompt: string | Prompt): AsyncIterable<AgentEvent>;
  /** Adds a user message while a prompt is running. False: none is running; use `run`. */
  send(prompt: string | Prompt, when?: 'now' | 'next'): boolean;
  /** Undefined: the main agent. */
  readonly identity: AgentIdentity | undefined;
  /** 0 for the main agent; each agent that another opens is one deeper. */
  readonly depth: number;
  /**
   * US dollars, as far as prices are known, that it, all other agents of the session and requests beside them have cost since the
   * session was opened.
   */
  readonly sessionUsd: number;
  /**
   * US dollars, as far as prices are known, that the answers in the session's journals have cost from before this time, in
   * milliseconds since 1970; left out: before the agent was opened. It is read anew each time.
   */
  readonly earlierUsd: (before?: number) => Promise<number>;
  /** Shared with the agents opened below this one. */
  readonly tree: AgentTree;
  /** How much the model thinks; `changeEffort` changes it from the next request. Undefined: the model's own default. */
  readonly thinking: ThinkingOptions | undefined;
  /** Undefined: the effort that the agent was opened with. */
  changeEffort(effort: ThinkingEffort | undefined): void;
  /** Tokens to think with for each answer, from the next request; 0: none. Undefined: as when the agent was opened. */
  changeThinkingTokens(tokens: number | undefined): void;
  /** The requested model, as `--model` accepts it. Undefined: the default. */
  readonly askedModel: () => string | undefined;
  readonly hasAsker: boolean;
  /** Absolute path of its journal, which exists if the session keeps one. */
  readonly transcriptPath: string;
  /** The engine that the agent's calls run on. */
  readonly runtime: LocalRuntime;
  readonly parts: SessionParts;
  /** The conversation so far, as the model has it. */
  readonly messages: () => readonly ModelMessage[];
  /** The instruction files (CLAUDE.md, AGENTS.md) that the model has, in the order in which it got them. */
  readonly instructionFiles: readonly InstructionFile[];
  /** What goes before the conversation in its next request. */
  readonly requestHead: () => Promise<RequestHead>;
  /** The style in which it writes, and those that it could have been given. */
  readonly outputStyle: Pick<OutputStyle, 'name' | 'names'>;
  /** The model; `changeModel` replaces it between requests. */
  readonly provider: ModelProvider;
  /** Accepts what `--model` accepts; undefined: the initial model. Takes effect with the next request, unless a hook refuses. */
  changeModel(model: string | undefined, options?: ModelSwitchOptions): Promise<ModelChange>;
  /** A stronger model that it may ask. Undefined: it is an agent that another opened. */
  readonly advisor: Advisor | undefined;
  /** Slash commands. Undefined: there are none, as for an agent that another opens. */
  readonly commands: Commands | undefined;
  /** Names of all tools that the model can reach, including those that it must load first. */
  toolNames(): Promise<readonly string[]>;
  /** A call of the resumed conversation was deferred: it runs first, with or without a prompt. */
  readonly isLeftOpen: boolean;
  /** Problems found while opening, one sentence each, for the user. */
  readonly notices: readonly string[];
  /** The notices that a client should show as well. */
  readonly shownNotices: readonly string[];
  /** Settles when InstructionsLoaded hooks have run. Never rejects. */
  readonly instructionsReported: Promise<unknown>;
  /**
   * Ends the agent: stops what is still running and closes its connection to the model. If another agent
   * opened it, its end is written to that agent's journal. The session continues. May be called again.
   */
  close(status?: AgentStatus): Promise<void>;
}

export interface RequestHead {
  readonly system: readonly string[];
  readonly sharedSystemTexts?: number | undefined;
  readonly tools: readonly ModelTool[];
}

/** How an agent that another agent opened has ended. Default: `completed`. */
export type AgentStatus = 'completed' | 'failed' | 'stopped' | 'stopped-by-user';

export type OpenedAgent =
  | { readonly ok: true; readonly agent: AssembledAgent }
  | { readonly ok: false; readonly error: AgentError };

/**
 * Why no agent could be opened. `message` is a sentence for the user, followed by one line for each setting
 * that was ignored.
 */
export interface AgentError {
  readonly code: 'interrupted' | 'stopped-by-hook' | 'no-model' | 'no-journal' | 'no-agent-type';
  readonly message: string;
}
