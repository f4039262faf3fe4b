import { createRequestCheck } from '../conversation/check-request.ts';
import { createActivityCount, type Activity } from './activity.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentOptions, Prompt } from './agent-options.ts';
import { createChannel } from './channel.ts';
import { compactNow } from './compact.ts';
import { createWindowFill } from './window-fill.ts';
import { createInterruption, type Interruption, type InterruptReason } from './interruption.ts';
import type { PromptTally } from './prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { runPrompt } from './run-prompt.ts';

/** A model with tools at work on a conversation: one prompt at a time. */
export interface Agent {
  readonly activity: Activity;
  /** US dollars that may still be spent; undefined: no limit. */
  readonly budgetLeftUsd: number | undefined;
  /** What the prompts of this agent have cost in US dollars, as far as prices are known: all of them, and of these the one at work. */
  readonly spentUsd: { readonly total: number; readonly current: number };
  /** Works on the prompt until it is done. Leaving the loop early shuts it down and waits for that. */
  run(prompt: Prompt): AsyncIterable<AgentEvent>;
  /** As `run`, without a prompt: the model is asked because of what its `attachments` have to tell. */
  wake(): AsyncIterable<AgentEvent>;
  /**
   * A message of the person while a prompt is being worked on: tools that may be cancelled are, the others finish, and the
   * model gets it with their results. False: nothing is at work; use `run`.
   */
  send(prompt: Prompt): boolean;
  /** What was sent and has not reached the model, because the prompt ended before. */
  takeWaiting(): readonly Prompt[];
  /** `user-cancel` stops everything and keeps the conversation valid. */
  interrupt(reason: Exclude<InterruptReason, 'user-message'>): void;
  /** Makes the conversation shorter now. Only while nothing is at work. */
  compact(instructions?: string): AsyncIterable<AgentEvent>;
  /** Told each time that a message of the person comes in, at once of one that waits; the returned function ends that. */
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
    if (current !== undefined) throw new Error('The agent is at work on a prompt; use send() to add to it.');
    const interruption = createInterruption();
    let done: Promise<void> | undefined;
    const channel = createChannel<AgentEvent>(async () => {
      interruption.interrupt('shutdown');
      await done;
    });
    current = { interruption, emit: channel.push };
    activity.begin();
    const finish = async (): Promise<void> => {
      let failure: { readonly error: unknown } | undefined;
      try {
        await begin({ ...lasting, interruption, emit: channel.push, room: channel.room });
      } catch (error) {
        failure = { error };
      }
      activity.end();
      // From here on it is for the budget's `spentUsd` to say.
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
      return Math.max(0, budget.limitUsd - (budget.spentUsd?.() ?? 0) - (tally?.knownCostUsd ?? 0));
    },
    get spentUsd() {
      const current = tally?.costSoFarUsd ?? 0;
      return { total: finishedUsd + current, current };
    },
    run: (prompt) => work((scope) => runPrompt(scope, prompt)),
    wake: () => work((scope) => runPrompt(scope, undefined)),
    send(prompt) {
      if (current === undefined) return false;
      waiting.push(prompt);
      for (const listener of listeners) listener();
      const { interruption } = current;
      // Those that the message has woken end by themselves first.
      setImmediate(() => {
        if (interruption.phase === 'tools') interruption.interrupt('user-message');
      });
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
