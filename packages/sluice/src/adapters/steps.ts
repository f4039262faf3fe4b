import type { Asker, CallResult, ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';

type Message = ReturnType<LocalRuntime['openMessage']>;
type Call = ReturnType<Message['add']>;

/** What an adapter needs of a runtime. */
export type StepRuntime = Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool'>;

/** One step of an SDK's loop: the calls of one message of the model. */
export class Step {
  readonly #runtime: StepRuntime;
  readonly #asker: Asker | undefined;
  readonly #calls = new Map<string, Call>();
  readonly #plans = new Map<string, Promise<boolean>>();
  #message: Message | undefined;
  /** Calls that were added and whose result the SDK doesn't have yet. */
  #open = 0;
  #tail: Promise<unknown> = Promise.resolve();
  /** A call asks, and the runtime's own asker answers: what comes after it must not be added before it. */
  #isHeld = false;
  /** The calls so far, each with whether it needs approval. */
  readonly #planned: { readonly call: ToolCall; readonly plan: Promise<boolean> }[] = [];

  constructor(runtime: StepRuntime, asker: Asker | undefined) {
    this.#runtime = runtime;
    this.#asker = asker;
  }

  /**
   * Whether a person has to approve the call first: it asks, or it comes after one that needs approval and has effects or uses what that one
   * changes.
   */
  needsApproval(call: ToolCall): Promise<boolean> {
    const known = this.#plans.get(call.id);
    if (known !== undefined) return known;
    const before = [...this.#planned];
    const plan = this.#runtime.decide(this.#asked(call)).then(async ({ behavior, by }) => {
      if (behavior !== 'allow') return behavior === 'ask';
      const hasEffects = by !== 'read-only' && !this.#isReadOnly(call);
      for (const earlier of before) {
        if (!(await earlier.plan)) continue;
        if (hasEffects || (await this.#runtime.conflict(nested(earlier.call), nested(call))) !== '')
          return true;
      }
      return false;
    });
    this.#plans.set(call.id, plan);
    this.#planned.push({ call, plan });
    return plan;
  }

  /** Starts a call that is allowed and that nothing before it holds back. Resolves when that is decided; calls are added in order. */
  startEarly(call: ToolCall, signal: AbortSignal | undefined): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#isHeld) return;
      const { behavior } = await this.#runtime.decide(this.#asked(call));
      this.#isHeld = behavior === 'ask' && this.#asker === undefined;
      const mayStart = behavior === 'allow' && !(await this.needsApproval(call));
      // The application may have given up meanwhile: what is added then could begin before it is canceled.
      if (mayStart && signal?.aborted !== true) this.#add(call, signal);
    });
  }

  /** Runs the call, or joins it if it was started early. Rejects if the application has given up before it began. */
  async run(call: ToolCall, signal: AbortSignal | undefined): Promise<CallResult> {
    const open = await this.#inOrder(async () => {
      if (!this.#calls.has(call.id)) signal?.throwIfAborted();
      return this.#add(call, signal);
    });
    return this.#withContext(await open.result);
  }

  #inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => {});
    return done;
  }

  /** What was added and never run by the SDK is taken back: it gave up on that message. */
  async discard(): Promise<void> {
    const message = this.#message;
    this.#message = undefined;
    await message?.discard();
  }

  #add(call: ToolCall, signal: AbortSignal | undefined): Call {
    const known = this.#calls.get(call.id);
    if (known !== undefined) {
      // Some SDKs have a signal only for the call that they run, not for its early start.
      cancelOn(signal, known);
      return known;
    }
    this.#message ??= this.#runtime.openMessage({ asker: this.#asker });
    const added = this.#message.add(call);
    this.#calls.set(call.id, added);
    this.#open += 1;
    cancelOn(signal, added);
    return added;
  }

  /** When the last open call has its result, the message ends: what hooks and tools add goes with that result. */
  async #withContext(result: CallResult): Promise<CallResult> {
    this.#open -= 1;
    const message = this.#message;
    if (this.#open > 0 || message === undefined) return result;
    this.#message = undefined;
    const { context } = await message.end();
    if (context.length === 0) return result;
    const added = context.map((text) => ({ type: 'text' as const, text }));
    return { ...result, content: [...result.content, ...added] };
  }

  #asked(call: ToolCall) {
    return { ...nested(call), asker: this.#asker };
  }

  #isReadOnly({ name, input }: ToolCall): boolean {
    try {
      return this.#runtime.pool.find(name)?.isReadOnly(input) === true;
    } catch {
      return false;
    }
  }
}

function nested({ name, input }: ToolCall) {
  return { name, input };
}

function cancelOn(signal: AbortSignal | undefined, call: Call): void {
  if (signal === undefined) return;
  const abort = (): void => call.cancel('The application canceled it.');
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  void call.result.then(() => signal.removeEventListener('abort', abort));
}
