import type { AgentEvent, AgentResult, Prompt } from '@sluice/agent';
import { errorText } from '@sluice/base';
import { createNextWork, type AssembledAgent, type NextWork } from '@sluice/session/agent';
import { PromptQueue } from '../interactive/prompt/prompt-queue.ts';
import { isFailure, resultErrors } from '../print/output/result-message.ts';

interface SessionWorkOptions {
  readonly agent: AssembledAgent;
  /** Aborts when no new work may begin. */
  readonly stopped: AbortSignal;
  /** Must not reject. The next event waits for it. */
  readonly onEvent: (event: AgentEvent) => void | Promise<void>;
  /** The agent is done for now. */
  readonly onDone: (result: AgentResult | undefined) => void;
  /** Tells the person what no answer to a prompt tells. */
  readonly note: (text: string) => void;
}

/** A prompt of the editor, until it is done. */
interface Turn {
  isCanceled: boolean;
  readonly done: PromiseWithResolvers<AgentResult | undefined>;
}

/**
 * Works on prompts, one after the other, and in between on what wakes the model: tasks that have ended, schedules, hooks, and messages
 * of other agents.
 */
export class SessionWork {
  readonly #options: SessionWorkOptions;
  readonly #queue = new PromptQueue();
  #turn: Turn | undefined;
  /** Of the last work; also of a prompt that was canceled before it began. */
  #last: Pick<AgentResult, 'reason'> | undefined;
  #isClosed = false;
  /** Settles when all work has ended. Never rejects. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: SessionWorkOptions) {
    this.#options = options;
  }

  /** A prompt waits or is worked on. */
  get hasPrompt(): boolean {
    return this.#turn !== undefined;
  }

  begin(): void {
    if (!this.#isClosed) this.#work = this.#loop();
  }

  /** Only while there is no other prompt. Undefined: it was canceled. */
  async prompt(prompt: Prompt): Promise<AgentResult | undefined> {
    const turn: Turn = { isCanceled: false, done: Promise.withResolvers() };
    this.#turn = turn;
    this.#queue.push(prompt);
    try {
      const result = await turn.done.promise;
      return turn.isCanceled ? undefined : result;
    } finally {
      this.#turn = undefined;
    }
  }

  /** Ends what the model is working on, also without a prompt. Harmless at any other time. */
  cancel(): void {
    if (this.#turn !== undefined) this.#turn.isCanceled = true;
    this.#options.agent.interrupt('user-cancel');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.cancel();
    this.#queue.end();
    await this.#work;
    this.#turn?.done.resolve(undefined);
  }

  async #loop(): Promise<void> {
    const { agent, stopped, note } = this.#options;
    const { wakeUps, env } = agent.runtime.agent;
    const nextWork = createNextWork({
      input: this.#queue,
      wakeUps,
      stopped,
      maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(env),
      background: () => Promise.resolve(),
      mayAsk: () => false,
      last: () => this.#last,
      onCapped: (times) =>
        note(
          `Hooks have woken the model ${times} times in a row; their messages will be sent with your next message.`,
        ),
    });
    if (agent.isLeftOpen) await this.#workOn({ kind: 'wake-up' });
    // One after the other: an agent works on one thing at a time.
    while (!this.#isClosed) {
      const next = await nextWork();
      if (next === undefined) break;
      await this.#workOn(next);
    }
  }

  async #workOn(next: NextWork): Promise<void> {
    const { agent, note } = this.#options;
    const turn = next.kind === 'prompt' ? this.#turn : undefined;
    if (turn?.isCanceled === true) {
      this.#last = { reason: 'interrupted-streaming' };
      return turn.done.resolve(undefined);
    }
    try {
      const result = await this.#follow(next.kind === 'prompt' ? agent.run(next.prompt) : agent.wake(), turn);
      if (turn === undefined && result !== undefined && isFailure(result))
        note(resultErrors(result).join(' '));
      turn?.done.resolve(result);
    } catch (error) {
      if (turn === undefined) note(errorText(error));
      else turn.done.reject(error);
    }
  }

  async #follow(events: AsyncIterable<AgentEvent>, turn: Turn | undefined): Promise<AgentResult | undefined> {
    const { agent, onEvent, onDone } = this.#options;
    let result: AgentResult | undefined;
    for await (const event of events) {
      // A cancellation may come before the work begins.
      if (turn?.isCanceled === true || this.#isClosed) agent.interrupt('user-cancel');
      await onEvent(event);
      if (event.type === 'result') ({ result } = event);
    }
    this.#last = result;
    onDone(result);
    return result;
  }
}
