import type { Agent, AgentEvent, Prompt } from '@sluice/agent';
import type { ModelProvider } from '@sluice/core';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import type { AgentModel } from './model/open-model.ts';

/** An agent at work in its session: the loop, its engine, its model. */
export interface AssembledAgent extends Agent {
  /** Works on the prompt, a text or blocks of content, until it is done. */
  run(prompt: string | Prompt): AsyncIterable<AgentEvent>;
  /** Adds a message of the person while a prompt is being worked on. False: nothing is; use `run`. */
  send(prompt: string | Prompt): boolean;
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
}

export type OpenedAgent =
  | { readonly ok: true; readonly agent: AssembledAgent }
  | { readonly ok: false; readonly error: AgentError };

/** Why no agent could be opened. `message` is a sentence for the person; what the settings left out follows, a line each. */
export interface AgentError {
  readonly code: 'interrupted' | 'stopped-by-hook' | 'no-model';
  readonly message: string;
}
