import type { Agent, AgentEvent, Prompt } from '@sluice/agent';
import type { AgentIdentity, ModelProvider, ThinkingOptions } from '@sluice/core';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import type { AgentTree } from './agent-tree.ts';
import type { AgentModel } from './model/open-model.ts';

/** An agent at work in its session: the loop, its engine, its model. */
export interface AssembledAgent extends Agent {
  /** Works on the prompt, a text or blocks of content, until it is done. */
  run(prompt: string | Prompt): AsyncIterable<AgentEvent>;
  /** Adds a message of the person while a prompt is being worked on. False: nothing is; use `run`. */
  send(prompt: string | Prompt): boolean;
  /** Undefined: the main agent. */
  readonly identity: AgentIdentity | undefined;
  /** 0 for the main agent, one more for each that opened another. */
  readonly depth: number;
  /** Shared with the agents that are opened below this one. */
  readonly tree: AgentTree;
  readonly thinking: ThinkingOptions | undefined;
  /** The model that was asked for, as `--model` takes it. Undefined: the default. */
  readonly askedModel: () => string | undefined;
  readonly hasAsker: boolean;
  /** Absolute: its journal, which is there where the session keeps one. */
  readonly transcriptPath: string;
  /** The engine that the agent's calls run on. */
  readonly runtime: LocalRuntime;
  readonly parts: SessionParts;
  /** The model; `changeModel` replaces it between two requests. */
  readonly provider: ModelProvider;
  readonly changeModel: AgentModel['change'];
  /** Names of the tools that the model can reach, those that it has to load first among them. */
  toolNames(): Promise<readonly string[]>;
  /** A call of the resumed conversation was deferred: it runs before anything else, with a prompt or without. */
  readonly isLeftOpen: boolean;
  /** Problems found while opening, a sentence each, for the person. */
  readonly notices: readonly string[];
  /** Those of the notices that a client should show as well. */
  readonly shownNotices: readonly string[];
  /** Settles when InstructionsLoaded hooks have run. Never rejects. */
  readonly instructionsReported: Promise<unknown>;
  /**
   * Ends the agent: what still runs is stopped, and its connection to the model is closed. The end of an agent that another
   * opened goes into that one's journal. The session goes on. May be called again.
   */
  close(status?: AgentStatus): Promise<void>;
}

/** How an agent that another opened has ended. Default: `completed`. */
export type AgentStatus = 'completed' | 'failed' | 'stopped';

export type OpenedAgent =
  | { readonly ok: true; readonly agent: AssembledAgent }
  | { readonly ok: false; readonly error: AgentError };

/** Why no agent could be opened. `message` is a sentence for the person; what the settings left out follows, a line each. */
export interface AgentError {
  readonly code: 'interrupted' | 'stopped-by-hook' | 'no-model' | 'no-journal';
  readonly message: string;
}
