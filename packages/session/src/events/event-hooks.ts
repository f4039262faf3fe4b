import type { DispatchedEvent, EventFields, EventVerdict, FireOptions, HookDispatcher } from '@sluice/hooks';
import type { SessionHooks } from '../hooks/session-hooks.ts';

export type StopRequest = { readonly reason: string } | undefined;

/**
 * Milliseconds that a message waits for hooks of the files it changed, the same as commands wait for their
 * shell text.
 */
const CHANGE_MS = 5000;

/** Milliseconds that the end waits for running hooks, in parallel with background hooks. */
const END_WAIT_MS = 5000;

/** Runs the hooks of a session's events until the session is over, and keeps what they want of the loop. */
export class EventHooks {
  readonly #hooks: Pick<SessionHooks, 'dispatcher' | 'deliver'>;
  readonly #over = new AbortController();
  readonly #running = new Map<Promise<EventVerdict>, DispatchedEvent>();
  /** Hooks that the end of the next message waits for. */
  readonly #awaited = new Set<Promise<void>>();
  #stop: StopRequest;
  /** The directory that hooks are told of. */
  cwd: string;

  constructor(hooks: Pick<SessionHooks, 'dispatcher' | 'deliver'>, cwd: string) {
    this.#hooks = hooks;
    this.cwd = cwd;
  }

  /** Undefined: there are no hooks. */
  get dispatcher(): HookDispatcher | undefined {
    return this.#hooks.dispatcher();
  }

  /** With `signal`, hooks also end by that. */
  options(signal?: AbortSignal): FireOptions {
    const over = this.#over.signal;
    return { cwd: this.cwd, signal: signal === undefined ? over : AbortSignal.any([over, signal]) };
  }

  has(event: DispatchedEvent): boolean {
    return this.dispatcher?.has(event) === true;
  }

  fire<Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
  ): Promise<EventVerdict> | undefined {
    const fired = this.dispatcher?.fire(event, fields, this.options());
    if (fired === undefined) return undefined;
    this.#running.set(fired, event);
    void fired.finally(() => this.#running.delete(fired));
    return fired;
  }

  /** Like `fire`; takes what the hooks say to the model and want of the loop. */
  async fireAndTake<Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
  ): Promise<EventVerdict | undefined> {
    const verdict = await this.fire(event, fields);
    if (verdict === undefined) return undefined;
    this.give(verdict.additionalContext);
    this.hear(verdict);
    return verdict;
  }

  /** Like `fire`; the end of the next message waits for the hooks. */
  fireAlongside<Event extends DispatchedEvent>(event: Event, fields: EventFields[Event]): void {
    const heard = this.fire(event, fields)?.then((verdict) => this.hear(verdict));
    if (heard === undefined) return;
    this.#awaited.add(heard);
    void heard.finally(() => this.#awaited.delete(heard));
  }

  /** Texts for the model. */
  give(texts: readonly string[]): void {
    for (const text of texts) this.#hooks.deliver(text);
  }

  /** A text for the model, which starts the work if nothing else does. */
  wake(text: string): void {
    this.#hooks.deliver(text, { wakes: true });
  }

  hear({ stop }: EventVerdict): void {
    this.#stop ??= stop;
  }

  /** A promise only if hooks have to be waited for. */
  takeStop(): StopRequest | Promise<StopRequest> {
    if (this.#awaited.size === 0) return this.#takeKnownStop();
    return within(Promise.all(this.#awaited), CHANGE_MS).then(() => this.#takeKnownStop());
  }

  #takeKnownStop(): StopRequest {
    const taken = this.#stop;
    this.#stop = undefined;
    return taken;
  }

  /** Waits a limited time for running hooks, then ends them. */
  async finish(tell: (text: string) => void): Promise<void> {
    if (this.#running.size > 0) await within(Promise.all(this.#running.keys()), END_WAIT_MS);
    for (const event of new Set(this.#running.values())) {
      tell(`A ${event} hook was still running ${END_WAIT_MS / 1000} s after the end and was stopped.`);
    }
    this.#over.abort();
  }
}

async function within(work: Promise<unknown>, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
