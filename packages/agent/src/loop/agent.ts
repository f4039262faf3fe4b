import { createRequestCheck } from '../conversation/check-request.ts';
import { createActivityCount, type Activity } from './activity.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentOptions, Prompt } from './agent-options.ts';
import { createChannel } from './channel.ts';
import { compactNow } from './compact.ts';
import { contextTokens } from './usage.ts';
import { createWindowFill } from './window-fill.ts';
import { createInterruption, type Interruption, type InterruptReason } from './interruption.ts';
import type { PromptTally } from './prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { runPrompt } from './run-prompt.ts';

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
  /** Tokens in the conversation, as the last answer reported them. Undefined: none has. */
  readonly contextTokens: number | undefined;
  /** Works on the prompt until it is done. Leaving the loop early stops the work and waits for it to end. */
  run(prompt: Prompt): AsyncIterable<AgentEvent>;
  /** Like `run` without a prompt: the model is asked because of its `attachments`. */
  wake(): AsyncIterable<AgentEvent>;
  /**
   * Sends a user message while a prompt is running. Cancellable tools are cancelled, the others finish, and
   * the model gets the message with their results. With `next` nothing is cancelled: the message goes with the
   * next request. False: nothing is running; use `run`.
   */
  send(prompt: Prompt, when?: 'now' | 'next'): boolean;
  /** Takes back a message that has not gone to the model yet. False: it has. */
  unsend(prompt: Prompt): boolean;
  /** Messages that were sent but did not reach the model before the prompt ended. */
  takeWaiting(): readonly Prompt[];
  /** `user-cancel` stops everything and keeps the conversation valid. */
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
  const waiting: Prompt[] = [];
  const listeners = new Set<() => void>();
  let current:
    | { readonly interruption: Interruption; readonly emit: (event: AgentEvent) => void }
    | undefined;
  const activity = createActivityCount((now) => current?.emit({ type: 'activity', activity: now }));

  let tally: Pick<PromptTally, 'knownCostUsd' | 'costSoFarUsd'> | undefined;
  let finishedUsd = 0;
  const lasting = {
    ...options,
    onTally: (begun: Pick<PromptTally, 'knownCostUsd' | 'costSoFarUsd'>) => void (tally = begun),
    activity,
    waiting,
    fill: createWindowFill(options.lastUsage),
    check: createRequestCheck(),
  };

  function work(begin: (scope: PromptScope) => Promise<void>): AsyncIterable<AgentEvent> {
    if (current !== undefined)
      throw new Error('The agent is already running a prompt; use send() to add to it.');
    const interruption = createInterruption();
    let done: Promise<void> | undefined;
    const channel = createChannel<AgentEvent>(async () => {
      interruption.interrupt('shutdown');
      await done;
    });
    const { observe } = options;
    const emit =
      observe === undefined
        ? channel.push
        : (event: AgentEvent): void => {
            observe(event);
            channel.push(event);
          };
    current = { interruption, emit };
    activity.begin();
    const finish = async (): Promise<void> => {
      let failure: { readonly error: unknown } | undefined;
      try {
        await begin({ ...lasting, interruption, emit, room: channel.room });
      } catch (error) {
        failure = { error };
      }
      activity.end();
      // From here on, the budget's `spentUsd` covers this prompt.
      finishedUsd += tally?.knownCostUsd ?? 0;
      tally = undefined;
      current = undefined;
      channel.end(failure);
    };
    done = finish();
    return channel;
  }

  return {
    get activity() {
      return activity.current;
    },
    get budgetLeftUsd() {
      const { budget } = options;
      if (budget === undefined) return undefined;
      return Math.max(0, budget.limitUsd - (budget.spentUsd?.() ?? 0) - (tally?.costSoFarUsd ?? 0));
    },
    get spentUsd() {
      const current = tally?.costSoFarUsd ?? 0;
      return { total: finishedUsd + current, current };
    },
    get contextTokens() {
      const { usage } = lasting.fill;
      return usage === undefined ? undefined : contextTokens(usage);
    },
    run: (prompt) => work((scope) => runPrompt(scope, prompt)),
    wake: () => work((scope) => runPrompt(scope, undefined)),
    send(prompt, when = 'now') {
      if (current === undefined) return false;
      waiting.push(prompt);
      if (when === 'next') return true;
      for (const listener of listeners) listener();
      const { interruption } = current;
      // Let the work that the message woke finish first.
      setImmediate(() => {
        if (interruption.phase === 'tools') interruption.interrupt('user-message');
      });
      return true;
    },
    unsend(prompt) {
      const at = waiting.indexOf(prompt);
      if (at === -1) return false;
      waiting.splice(at, 1);
      return true;
    },
    takeWaiting: () => waiting.splice(0),
    interrupt: (reason) => current?.interruption.interrupt(reason),
    compact: (instructions) =>
      work(async (scope) => {
        await compactNow(scope, { trigger: 'manual', instructions });
      }),
    onMessage(listener) {
      listeners.add(listener);
      if (waiting.length > 0) listener();
      return () => void listeners.delete(listener);
    },
  };
}
