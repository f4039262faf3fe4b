import { isDeepStrictEqual } from 'node:util';
import type { CallResult, Refusal, ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import type { Approvals } from './approvals.ts';

type Message = ReturnType<LocalRuntime['openMessage']>;
/** As far as a step uses it. */
type Call = Pick<ReturnType<Message['add']>, 'result' | 'cancel'>;

/** What an adapter needs of a runtime. */
export type StepRuntime = Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions'>;

/** A call that ran, and that the SDK dropped with the message that it was in. */
export interface DroppedCall {
  readonly call: ToolCall;
  readonly result: CallResult;
}

interface Plan {
  /** What the rules and the mode say about the call alone. */
  readonly behavior: 'allow' | 'ask' | 'deny';
  readonly needsApproval: boolean;
}

interface Planned {
  readonly call: ToolCall;
  readonly plan: Promise<Plan>;
}

/** One step of an SDK's loop: the calls of one message of the model. */
export class Step {
  readonly #runtime: StepRuntime;
  readonly #asker: Approvals | undefined;
  readonly #calls = new Map<string, { readonly call: ToolCall; readonly open: Call }>();
  /** Of a message that this one replaces: the same calls are not repeated. */
  readonly #dropped: Promise<readonly DroppedCall[]>;
  readonly #taken = new Set<DroppedCall>();
  /** Calls that were added and whose result the SDK doesn't have yet, and those of them that it hasn't run yet. */
  readonly #pending = new Set<string>();
  readonly #unclaimed = new Set<string>();
  /** Calls that the SDK runs now, with its signals. */
  readonly #running = new Map<string, AbortSignal | undefined>();
  readonly #plans = new Map<string, Promise<Plan>>();
  #message: Message | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  /** A call asks, and the runtime's own asker answers: what comes after it must not be added before it. */
  #isHeld = false;
  /** The calls so far, each with whether it needs approval. */
  readonly #planned: Planned[] = [];

  /**
   * @param asker approvals that the SDK collects; undefined: the runtime's own asker answers
   * @param dropped what ran of a message that broke off, if the model is asked for it again
   */
  constructor(
    runtime: StepRuntime,
    asker: Approvals | undefined,
    dropped: Promise<readonly DroppedCall[]> = Promise.resolve([]),
  ) {
    this.#runtime = runtime;
    this.#asker = asker;
    this.#dropped = dropped;
  }

  /**
   * Whether a person has to approve the call first: it asks, or it comes after one that needs approval and has effects or uses what that one
   * changes.
   */
  async needsApproval(call: ToolCall): Promise<boolean> {
    return (await this.#plan(call)).needsApproval;
  }

  /** The same, where the application asks its user next. */
  async asks(call: ToolCall): Promise<boolean> {
    const needs = await this.needsApproval(call);
    if (needs) await this.#asker?.asked(call);
    return needs;
  }

  #plan(call: ToolCall): Promise<Plan> {
    const known = this.#plans.get(call.id);
    if (known !== undefined) return known;
    const before = [...this.#planned];
    // What can't be decided waits for a person, and is decided again when it runs.
    const plan = this.#planAfter(before, call).catch(
      () => ({ behavior: 'ask', needsApproval: true }) as const,
    );
    this.#plans.set(call.id, plan);
    this.#planned.push({ call, plan });
    return plan;
  }

  async #planAfter(before: readonly Planned[], call: ToolCall): Promise<Plan> {
    const { behavior, by } = await this.#runtime.decide(this.#asked(call));
    if (behavior !== 'allow') return { behavior, needsApproval: behavior === 'ask' };
    const hasEffects = by !== 'read-only' && !this.#isReadOnly(call);
    for (const earlier of before) {
      if (!(await earlier.plan).needsApproval) continue;
      if (hasEffects || (await this.#runtime.conflict(nested(earlier.call), nested(call))) !== '')
        return { behavior, needsApproval: true };
    }
    return { behavior, needsApproval: false };
  }

  /** The SDK runs calls of this step now, and hasn't given them up. */
  get isRunning(): boolean {
    return [...this.#running.values()].some((signal) => signal?.aborted !== true);
  }

  /** Starts a call that is allowed and that nothing before it holds back. Resolves when that is decided; calls are added in order. */
  startEarly(call: ToolCall, signal: AbortSignal | undefined): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#isHeld) return;
      // Always, so that it is known to the calls after it.
      const { behavior, needsApproval } = await this.#plan(call);
      this.#isHeld = behavior === 'ask' && this.#asker === undefined;
      const mayStart = behavior === 'allow' && !needsApproval;
      // The application may have given up meanwhile: what is added then could begin before it is canceled.
      if (mayStart && signal?.aborted !== true) await this.#add(call, signal);
    });
  }

  /**
   * Runs the call, or joins it if it was started early. Denies it if it needed approval and wasn't approved, or was approved with another
   * input. Rejects if the application has given up before it began.
   */
  async run(call: ToolCall, signal: AbortSignal | undefined): Promise<CallResult> {
    const { result } = await this.#inOrder(async () => {
      if (!this.#calls.has(call.id)) signal?.throwIfAborted();
      const refusal = await this.#refusal(call);
      const open = await this.#add(call, signal, refusal);
      this.#unclaimed.delete(call.id);
      this.#running.set(call.id, signal);
      return open;
    });
    return this.#withContext(call.id, await result);
  }

  /** The call doesn't run, and is journaled with its result. */
  async refuse(call: ToolCall, why: Refusal): Promise<CallResult> {
    const { result } = await this.#inOrder(async () => {
      const open = await this.#add(call, undefined, why);
      this.#unclaimed.delete(call.id);
      return open;
    });
    return this.#withContext(call.id, await result);
  }

  /** Journals calls of earlier messages that the user has refused, and whose results the SDK made by itself. */
  noteRefused(calls: readonly ToolCall[]): void {
    const open = new Map<string, ToolCall>();
    // Of calls with the same id, the last one is open.
    for (const call of calls) if (this.#asker?.isOpen(call.id) === true) open.set(call.id, call);
    if (open.size === 0) return;
    void this.#inOrder(async () => {
      const message = this.#runtime.openMessage();
      try {
        for (const call of open.values()) message.refuse(call, { by: 'person' });
      } finally {
        for (const id of open.keys()) this.#asker?.done(id);
        await message.end();
      }
    });
  }

  async #refusal(call: ToolCall): Promise<Refusal | undefined> {
    if (this.#asker === undefined || this.#calls.has(call.id)) return undefined;
    const approval = await this.#asker.check(call);
    if (approval.kind === 'void') return approval.refusal;
    const plan = await this.#plans.get(call.id);
    if (approval.kind === 'approved' || plan?.needsApproval !== true) return undefined;
    // The runtime itself denies a call that asks; one that only waits for an earlier call it would run.
    const { behavior } = await this.#runtime.decide(this.#asked(call));
    return behavior === 'allow' ? this.#asker.unapproved(call.id) : undefined;
  }

  #inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => {});
    return done;
  }

  /**
   * What was added and never run by the SDK is withdrawn: it gave up on that message. Resolves with calls that had effects by then. One
   * that the SDK runs after all joins its result, or runs anew.
   */
  discard(): Promise<readonly DroppedCall[]> {
    return this.#inOrder(async () => {
      const message = this.#message;
      this.#message = undefined;
      const left = [...this.#unclaimed].flatMap((id) => this.#calls.get(id) ?? []);
      for (const { call } of left) this.#pending.delete(call.id);
      this.#unclaimed.clear();
      await message?.discard();
      const results = await Promise.all(left.map(({ open }) => open.result));
      const dropped: DroppedCall[] = (await this.#dropped).filter((one) => !this.#taken.has(one));
      for (const [index, { call }] of left.entries()) {
        const result = results[index];
        const hasRun = result?.code === 'ok' || result?.code === 'tool-error';
        if (!hasRun) this.#calls.delete(call.id);
        else if (!this.#isReadOnly(call)) dropped.push({ call, result });
      }
      return dropped;
    });
  }

  async #add(call: ToolCall, signal: AbortSignal | undefined, refusal?: Refusal): Promise<Call> {
    const known = this.#calls.get(call.id)?.open;
    if (known !== undefined) {
      // Some SDKs have a signal only for the call that they run, not for its early start.
      cancelOn(signal, known);
      return known;
    }
    const open =
      refusal === undefined
        ? ((await this.#takeDropped(call)) ?? this.#opened().add(call))
        : this.#opened().refuse(call, refusal);
    this.#calls.set(call.id, { call, open });
    this.#pending.add(call.id);
    this.#unclaimed.add(call.id);
    cancelOn(signal, open);
    return open;
  }

  #opened(): Message {
    this.#message ??= this.#runtime.openMessage({ asker: this.#asker });
    return this.#message;
  }

  /** The same call of the message that this one replaces, if it ran: its effects aren't repeated. */
  async #takeDropped({ id, name, input }: ToolCall): Promise<Call | undefined> {
    for (const dropped of await this.#dropped) {
      const { call, result } = dropped;
      if (this.#taken.has(dropped) || call.name !== name || !isDeepStrictEqual(call.input, input)) continue;
      this.#taken.add(dropped);
      return { result: Promise.resolve({ ...result, id }), cancel: () => {} };
    }
    return undefined;
  }

  /** When the last open call has its result, the message ends: what hooks and tools add goes with that result. */
  async #withContext(id: string, result: CallResult): Promise<CallResult> {
    this.#pending.delete(id);
    this.#running.delete(id);
    this.#asker?.done(id);
    const message = this.#message;
    if (this.#pending.size > 0 || message === undefined) return result;
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
