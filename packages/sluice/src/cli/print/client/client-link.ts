import { randomUUID } from 'node:crypto';

interface Waiting {
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Requests to the program that started this one; each waits for its answer. */
export class ClientLink {
  readonly #send: (message: object) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Map<string, Set<(message: unknown) => void>>();
  #isClosed = false;

  /** @param send writes one line */
  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  /** Rejects if the program answers with an error, is told to stop, or can't answer any more. */
  request(body: object, signal: AbortSignal): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('the input ended before it was answered'));
    if (signal.aborted) return Promise.reject(new Error('it was canceled'));
    const id = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onAbort = (): void => {
      if (!this.#waiting.delete(id)) return;
      this.#send({ type: 'control_cancel_request', request_id: id });
      reject(new Error('it was canceled'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(id, { resolve, reject });
    this.#send({ type: 'control_request', request_id: id, request: body });
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** A request whose answer decides nothing, and can't be waited for once the program has ended its output. */
  tell(body: object, signal: AbortSignal): Promise<unknown> {
    if (!this.#isClosed) return this.request(body, signal);
    this.#send({ type: 'control_request', request_id: randomUUID(), request: body });
    return Promise.resolve(undefined);
  }

  /** A request waits for its answer. */
  hasOpen(): boolean {
    return this.#waiting.size > 0;
  }

  /** False: the answer is to someone else's request. */
  answer(requestId: string, response: unknown, error: string | undefined): boolean {
    const waiting = this.#waiting.get(requestId);
    if (waiting === undefined) return false;
    this.#waiting.delete(requestId);
    if (error === undefined) waiting.resolve(response);
    else waiting.reject(new Error(error));
    return true;
  }

  /** Called with what a server in the program sends by itself. Returns a function that unsubscribes. */
  listen(server: string, listener: (message: unknown) => void): () => void {
    const listeners = this.#listeners.get(server) ?? new Set();
    this.#listeners.set(server, listeners);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** False: no one listens to that server. */
  deliver(server: string, message: unknown): boolean {
    const listeners = [...(this.#listeners.get(server) ?? [])];
    for (const listener of listeners) listener(message);
    return listeners.length > 0;
  }

  /** No more answers will come. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values())
      reject(new Error('the input ended before it was answered'));
    this.#waiting.clear();
  }
}
