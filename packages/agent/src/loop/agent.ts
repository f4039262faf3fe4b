import type { ModelUsage } from '@sluice/core';
import { createRequestCheck } from '../conversation/check-request.ts';
import { createActivityCount, type Activity } from './activity.ts';
import type { AgentEvent, UsedModel } from './agent-event.ts';
import type { AgentOptions, Prompt } from './agent-options.ts';
import { createChannel, type Channel } from './channel.ts';
import { contextTokens } from './usage/token-usage.ts';
import { createWindowFill } from './usage/window-fill.ts';
import { createInterruption, type Interruption, type InterruptReason } from './interruption.ts';
import type { PromptTally } from './usage/prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { sumOfModels } from './usage/used-models.ts';
import { runCompaction, runPrompt } from './run-prompt.ts';

/** A model with tools, working on one conversation, one prompt at a time. */
export interface Agent {
  readonly activity: Activity;
  /** US dollars left to spend. Undefined: no limit. */
  readonly budgetLeftUsd: number | undefined;
  /**
   * Cost of this agent's prompts in US dollars, as far as prices are known: in total, and for the current
   * prompt.
   */
  readonly spentUsd: { readonly total: number; readonly current: number };
  /** The models that its prompts have used so far, each once. */
  readonly usedModels: readonly UsedModel[];
  /** Tokens in the conversation, as the last answer reported them. Undefined: none has. */
  readonly contextTokens: number | undefined;
  /** What the last answer reported; after a compaction, what is left of it. Undefined: nothing was reported. */
  readonly lastUsage: ModelUsage | undefined;
  /** Works on the prompt until it is done. Leaving the loop early stops the work and waits for it to end. */
  run(prompt: Prompt): AsyncIterable<AgentEvent>;
  /** Like `run` without a prompt: the model is asked because of its `attachments`. */
  wake(): AsyncIterable<AgentEvent>;
  /**
   * Sends a user message while a prompt is running. Cancelable tools are canceled, the others finish, and
   * the model gets the message with their results. With `next` nothing is canceled: the message goes with the
   * next request. False: nothing is running; use `run`.
   */
  send(prompt: Prompt, when?: 'now' | 'next'): boolean;
  /** Takes back a message that has not gone to the model yet. False: it has. */
  unsend(prompt: Prompt): boolean;
  /** Messages that were sent but did not reach the model before the prompt ended. */
  takeWaiting(): readonly Prompt[];
  /**
   * Stops everything and keeps the conversation valid. The model reads that the user interrupted for `user-cancel`, and for
   * `{kind: 'stopped', message}` that it was stopped, and why.
   */
  interrupt(reason: Exclude<InterruptReason, 'user-message'>): void;
  /** Compacts the conversation now. Only while nothing is running. */
  compact(instructions?: string): AsyncIterable<AgentEvent>;
  /**
   * Called for each user message, and immediately if one is already waiting. Returns a function that
   * unsubscribes.
   */
  onMessage(listener: () => void): () => void;
}

export function createAgent(options: AgentOptions): Agent {
  return new PromptAgent(options);
}

interface RunningPrompt {
  readonly interruption: Interruption;
  readonly emit: (event: AgentEvent) => void;
}

type Spending = Pick<PromptTally, 'knownCostUsd' | 'costSoFarUsd' | 'modelsSoFar'>;

class PromptAgent implements Agent {
  readonly #options: AgentOptions;
  readonly #activity = createActivityCount((now) => this.#current?.emit({ type: 'activity', activity: now }));
  readonly #waiting: Prompt[] = [];
  readonly #listeners = new Set<() => void>();
  /** What lasts from one prompt to the next. */
  readonly #lasting: Omit<PromptScope, 'interruption' | 'emit' | 'room'>;
  #current: RunningPrompt | undefined;
  /** Of the running prompt. */
  #tally: Spending | undefined;
  #finishedUsd = 0;
  #finishedModels: readonly UsedModel[] = [];

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#lasting = {
      ...options,
      onTally: (begun) => void (this.#tally = begun),
      activity: this.#activity,
      waiting: this.#waiting,
      fill: createWindowFill(options.lastUsage),
      check: createRequestCheck(),
    };
  }

  get activity(): Activity {
    return this.#activity.current;
  }

  get budgetLeftUsd(): number | undefined {
    const { budget } = this.#options;
    if (budget === undefined) return undefined;
    return Math.max(0, budget.limitUsd - (budget.spentUsd?.() ?? 0) - this.spentUsd.current);
  }

  get spentUsd(): Agent['spentUsd'] {
    const current = this.#tally?.costSoFarUsd ?? 0;
    return { total: this.#finishedUsd + current, current };
  }

  get usedModels(): readonly UsedModel[] {
    return sumOfModels([...this.#finishedModels, ...(this.#tally?.modelsSoFar ?? [])]);
  }

  get contextTokens(): number | undefined {
    const { lastUsage } = this;
    return lastUsage === undefined ? undefined : contextTokens(lastUsage);
  }

  get lastUsage(): ModelUsage | undefined {
    return this.#lasting.fill.usage;
  }

  run(prompt: Prompt): AsyncIterable<AgentEvent> {
    return this.#work((scope) => runPrompt(scope, prompt));
  }

  wake(): AsyncIterable<AgentEvent> {
    return this.#work((scope) => runPrompt(scope, undefined));
  }

  send(prompt: Prompt, when: 'now' | 'next' = 'now'): boolean {
    if (this.#current === undefined) return false;
    this.#waiting.push(prompt);
    if (when === 'next') return true;
    for (const listener of this.#listeners) listener();
    const { interruption } = this.#current;
    // Let the work that the message woke finish first.
    setImmediate(() => {
      if (interruption.phase === 'tools') interruption.interrupt('user-message');
    });
    return true;
  }

  unsend(prompt: Prompt): boolean {
    const at = this.#waiting.indexOf(prompt);
    if (at === -1) return false;
    this.#waiting.splice(at, 1);
    return true;
  }

  takeWaiting(): readonly Prompt[] {
    return this.#waiting.splice(0);
  }

  interrupt(reason: Exclude<InterruptReason, 'user-message'>): void {
    this.#current?.interruption.interrupt(reason);
  }

  compact(instructions?: string): AsyncIterable<AgentEvent> {
    return this.#work((scope) => runCompaction(scope, instructions));
  }

  onMessage(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#waiting.length > 0) listener();
    return () => void this.#listeners.delete(listener);
  }

  #work(begin: (scope: PromptScope) => Promise<void>): AsyncIterable<AgentEvent> {
    if (this.#current !== undefined)
      throw new Error('The agent is already running a prompt; use send() to add to it.');
    const interruption = createInterruption();
    let done: Promise<void> | undefined;
    const channel = createChannel<AgentEvent>(async () => {
      interruption.interrupt('shutdown');
      await done;
    });
    const { observe } = this.#options;
    const emit = (event: AgentEvent): void => {
      observe?.(event);
      channel.push(event);
    };
    this.#current = { interruption, emit };
    this.#activity.begin();
    done = this.#carryOut(() => begin({ ...this.#lasting, interruption, emit, room: channel.room }), channel);
    return channel;
  }

  async #carryOut(work: () => Promise<void>, channel: Channel<AgentEvent>): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    try {
      await work();
    } catch (error) {
      failure = { error };
    }
    this.#activity.end();
    // From here on, the budget's `spentUsd` covers this prompt.
    this.#finishedUsd += this.#tally?.knownCostUsd ?? 0;
    this.#finishedModels = this.usedModels;
    this.#tally = undefined;
    this.#current = undefined;
    channel.end(failure);
  }
}
