import {
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type InputRequest,
  type InputRequests,
} from '@modelcontextprotocol/server';
import { missingCapability, type ClientCapabilities } from './client-capabilities.ts';
import type { AskOptions, ClientAnswer, ClientLink } from './client-link.ts';

/** What a client gets next: the result, or questions to answer with a retry. */
export type Step =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'questions'; readonly requests: InputRequests };

/** One request of the client, for as long as it waits for a step. */
export interface Attachment {
  readonly signal: AbortSignal;
  readonly log: ClientLink['log'];
  readonly progress: (data: unknown) => void;
}

/** Runs the call. May be called again after its signal was aborted, if nothing of the call had run. */
export type ExchangeWork = (exchange: Exchange, signal: AbortSignal) => Promise<CallToolResult>;

export interface ExchangeOptions {
  readonly id: string;
  readonly toolName: string;
  readonly inputHash: string;
  readonly capabilities: ClientCapabilities;
  readonly work: ExchangeWork;
  /** Milliseconds that a question waits for a retry, and that a result is kept for one. */
  readonly waitMs: number;
  /** Answers of the first request, to questions that have names. */
  readonly early: Readonly<Record<string, unknown>>;
  /** No one can join it any longer. */
  readonly onOver: () => void;
}

interface Question {
  readonly request: InputRequest;
  readonly isBeforeStart: boolean;
  readonly settle: (answer: ClientAnswer) => void;
}

const NO_ANSWER: ClientAnswer = { ok: false, reason: 'no one answered in time' };
const WITHDRAWN: ClientAnswer = { ok: false, reason: 'it was withdrawn' };

/**
 * A call that may span several requests of its client: if it needs an answer, the request ends with the question, and
 * the call waits here until a retry brings the answer. When the last request is aborted, so is the call.
 */
export class Exchange implements ClientLink {
  readonly id: string;
  readonly toolName: string;
  readonly inputHash: string;
  readonly capabilities: ClientCapabilities;
  readonly #options: ExchangeOptions;
  readonly #questions = new Map<string, Question>();
  readonly #attached = new Set<Attachment>();
  /** Answers to questions of a call that gave way, by the question. */
  readonly #given = new Map<string, unknown>();
  #isParked = false;
  #run = new AbortController();
  #asked = 0;
  #round = 0;
  #result: CallToolResult | undefined;
  #failure: { readonly error: unknown } | undefined;
  #wake = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ExchangeOptions) {
    this.id = options.id;
    this.toolName = options.toolName;
    this.inputHash = options.inputHash;
    this.capabilities = options.capabilities;
    this.#options = options;
    this.#start();
  }

  ask(request: InputRequest, options: AskOptions = {}): Promise<ClientAnswer> {
    const { signal, name, isBeforeStart = false } = options;
    const requiredCapabilities = missingCapability(request, this.capabilities);
    if (requiredCapabilities !== undefined) {
      // The client may declare more and call again.
      this.#fail(new MissingRequiredClientCapabilityError({ requiredCapabilities }));
      return Promise.resolve({
        ok: false,
        reason: 'the MCP client has not declared that it can be asked this',
      });
    }
    const known = this.#known(request, name);
    if (known !== undefined) return Promise.resolve(known);
    const { promise, resolve } = Promise.withResolvers<ClientAnswer>();
    this.#asked += 1;
    const key = name === undefined || this.#questions.has(name) ? `question-${this.#asked}` : name;
    this.#questions.set(key, { request, isBeforeStart, settle: resolve });
    const withdraw = (): void => {
      if (!this.#isParked && this.#questions.delete(key)) resolve(WITHDRAWN);
    };
    signal?.addEventListener('abort', withdraw, { once: true });
    this.#notify();
    return promise;
  }

  log(level: Parameters<ClientLink['log']>[0], data: unknown): void {
    for (const attachment of this.#attached) attachment.log(level, data);
  }

  progress(data: unknown): void {
    for (const attachment of this.#attached) attachment.progress(data);
  }

  /** Takes a retry's answers. One to a question that is not open is skipped. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, question] of this.#questions) {
      if (!Object.hasOwn(responses, key)) continue;
      this.#questions.delete(key);
      const response = responses[key];
      if (this.#isParked) this.#given.set(JSON.stringify(question.request), response);
      else question.settle({ ok: true, response });
    }
    if (this.#isParked && this.#given.size > 0) this.#start();
  }

  /** Waits for what the client gets next. Rejects with what the work rejects with. */
  async next(attachment: Attachment): Promise<Step> {
    clearTimeout(this.#timer);
    this.#attached.add(attachment);
    const onAbort = (): void => {
      this.#attached.delete(attachment);
      if (this.#attached.size === 0) this.#run.abort();
    };
    attachment.signal.addEventListener('abort', onAbort, { once: true });
    if (attachment.signal.aborted) onAbort();
    try {
      for (;;) {
        // Questions that a tool asks simultaneously are sent together.
        await new Promise(setImmediate);
        if (this.#failure !== undefined) throw this.#failure.error;
        if (this.#result !== undefined) return { kind: 'result', result: this.#result };
        if (this.#questions.size > 0) return { kind: 'questions', requests: this.#requests() };
        await this.#wake.promise;
      }
    } finally {
      attachment.signal.removeEventListener('abort', onAbort);
      this.#attached.delete(attachment);
      if (this.#attached.size === 0) this.#wait();
    }
  }

  nextRound(): number {
    this.#round += 1;
    return this.#round;
  }

  /**
   * No other call of the client can run while this one waits for an answer: if none of it has run, it leaves the
   * engine. Its question remains; the answer restarts it, and is used when it asks the same question again.
   */
  giveWay(): void {
    const questions = [...this.#questions.values()];
    if (this.#isParked || this.#attached.size > 0 || questions.length === 0) return;
    if (!questions.every(({ isBeforeStart }) => isBeforeStart)) return;
    this.#isParked = true;
    this.#run.abort();
    for (const { settle } of questions) settle(WITHDRAWN);
  }

  /** Ends it: open questions get no answer, and the call is aborted. */
  end(): void {
    clearTimeout(this.#timer);
    this.#run.abort();
    this.#withdraw();
  }

  #start(): void {
    const run = new AbortController();
    this.#run = run;
    this.#isParked = false;
    this.#questions.clear();
    this.#options.work(this, run.signal).then(
      (result) => {
        if (this.#run !== run || this.#isParked) return;
        this.#result = result;
        this.#settle();
      },
      (error: unknown) => {
        if (this.#run === run && !this.#isParked) this.#fail(error);
      },
    );
  }

  /** An answer that came before the question: by its name with the first request, or before the call gave way. */
  #known(request: InputRequest, name: string | undefined): ClientAnswer | undefined {
    const { early } = this.#options;
    if (name !== undefined && Object.hasOwn(early, name)) return { ok: true, response: early[name] };
    const key = JSON.stringify(request);
    if (!this.#given.has(key)) return undefined;
    const response = this.#given.get(key);
    this.#given.delete(key);
    return { ok: true, response };
  }

  #requests(): InputRequests {
    return Object.fromEntries([...this.#questions].map(([key, { request }]) => [key, request]));
  }

  /**
   * Waits for a retry. If none comes, the questions are withdrawn, and after a further wait no one can join any longer.
   */
  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#withdraw();
      this.#options.onOver();
    }, this.#options.waitMs);
    this.#timer.unref();
  }

  #withdraw(): void {
    const open = [...this.#questions.values()];
    this.#questions.clear();
    for (const { settle } of open) settle(NO_ANSWER);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#run.abort();
    this.#settle();
  }

  #settle(): void {
    this.#withdraw();
    this.#notify();
  }

  #notify(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
