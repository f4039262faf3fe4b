import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { errorText } from '@sluice/base';
import { SCRIPT_WORKER } from './script-worker.ts';

export interface ScriptHeapOptions {
  /**
   * JavaScript: an expression for a function `(call, say, init)`, run before any script. It sets up the script's globals and answers with a
   * function `(id, value, ended)` that calls `ended(id, 1, json)` or `ended(id, 0, reason)` once.
   */
  readonly prelude: string;
  /** JSON for the prelude. */
  readonly init: string;
  /** Answers a call of the script with JSON. A rejection reaches the script as an error with its message. */
  readonly onCall: (name: string, json: string) => Promise<string>;
  /** Must not throw. Default: it is lost. */
  readonly onSay?: ((channel: string, text: string) => void) | undefined;
  /** The script has taken in everything that was sent, and waits. Must not throw. Default: nothing happens. */
  readonly onIdle?: (() => void) | undefined;
  /** Default 64 MiB. */
  readonly memoryBytes?: number | undefined;
  /** Milliseconds that a script may compute without waiting for a call. Default 10,000. */
  readonly cpuMs?: number | undefined;
}

export type ScriptEnd =
  | { readonly ok: true; readonly json: string }
  | {
      readonly ok: false;
      /** `stuck`: it waited for something that could not come; `broken`: the heap can't be used any more. */
      readonly kind: 'thrown' | 'interrupted' | 'memory' | 'stuck' | 'stopped' | 'broken';
      /** A clause. */
      readonly message: string;
    };

type FromWorker =
  | { readonly type: 'ready' | 'idle' }
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly json: string }
  | { readonly type: 'say'; readonly channel: string; readonly text: string }
  | {
      readonly type: 'ended';
      readonly id: number;
      readonly isOk: boolean;
      readonly text: string;
      readonly kind: 'thrown' | 'interrupted' | 'memory' | 'stuck';
    }
  | { readonly type: 'broken'; readonly text: string };

const MEMORY_BYTES = 64 * 1024 * 1024;
const CPU_MS = 10_000;
/** How much later than its own limit the thread is ended, in case it doesn't check that. */
const WATCH_MS = 5_000;
/** Of the thread around the interpreter. */
const THREAD_LIMITS = { stackSizeMb: 4, maxOldGenerationSizeMb: 128 };

/**
 * A heap for scripts: QuickJS as WebAssembly in a thread. Scripts have the language and what the prelude gives them: no files, network,
 * processes, timers or modules. The thread keeps the program alive until `close`.
 */
export class ScriptHeap {
  readonly #options: ScriptHeapOptions;
  readonly #worker: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #runs = new Map<number, (end: ScriptEnd) => void>();
  readonly #exited: Promise<void>;
  #sent = 0;
  #count = 0;
  #broken: string | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: ScriptHeapOptions) {
    this.#options = options;
    const { resolve } = createRequire(import.meta.url);
    this.#worker = new Worker(SCRIPT_WORKER, {
      eval: true,
      name: 'script',
      env: {},
      execArgv: [],
      resourceLimits: THREAD_LIMITS,
      workerData: {
        core: resolve('quickjs-emscripten-core'),
        variant: resolve('@jitl/quickjs-wasmfile-release-sync'),
        memoryBytes: options.memoryBytes ?? MEMORY_BYTES,
        cpuMs: options.cpuMs ?? CPU_MS,
        prelude: options.prelude,
        init: options.init,
        stop: this.#stop.buffer,
      },
    });
    this.#exited = new Promise((done) => {
      this.#worker.once('exit', () => {
        this.#break('its thread ended');
        done();
      });
    });
    this.#worker.on('message', (message: FromWorker) => this.#take(message));
    this.#worker.on('error', (error) => this.#break(error.message));
  }

  /** It can run no more scripts. */
  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /**
   * Runs a script until the promise that it evaluates to settles. Never rejects.
   * @param file its name in error messages
   * @param signal ends it: at once if it waits, else by an interrupt; nothing that it waits for comes any more
   */
  async run(code: string, file: string, signal: AbortSignal): Promise<ScriptEnd> {
    if (this.#broken !== undefined) return { ok: false, kind: 'broken', message: this.#broken };
    this.#count += 1;
    const id = this.#count;
    const { promise, resolve } = Promise.withResolvers<ScriptEnd>();
    this.#runs.set(id, resolve);
    const onAbort = (): void => {
      Atomics.store(this.#stop, 0, 1);
      this.#send({ type: 'abandon', id });
      this.#end(id, { ok: false, kind: 'stopped', message: 'it was stopped' });
    };
    this.#send({ type: 'run', id, code, file });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the thread, whatever it does. */
  async close(): Promise<void> {
    clearTimeout(this.#watch);
    this.#break('it was closed');
    await this.#worker.terminate();
    await this.#exited;
  }

  #send(message: object): void {
    this.#sent += 1;
    this.#worker.postMessage(message, []);
    this.#lookAfter();
  }

  /** The interpreter checks its own limit; if it doesn't, the thread ends. */
  #lookAfter(): void {
    clearTimeout(this.#watch);
    if (this.#sent === 0) return;
    const limit = (this.#options.cpuMs ?? CPU_MS) + WATCH_MS;
    this.#watch = setTimeout(() => {
      this.#break('it did not end in time');
      void this.#worker.terminate();
    }, limit);
  }

  #take(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        return;
      case 'idle':
        this.#sent -= 1;
        this.#lookAfter();
        if (this.#sent === 0) this.#options.onIdle?.();
        return;
      case 'say':
        this.#options.onSay?.(message.channel, message.text);
        return;
      case 'call':
        void this.#answer(message.id, this.#options.onCall(message.name, message.json));
        return;
      case 'ended': {
        const { id, isOk, text, kind } = message;
        this.#end(id, isOk ? { ok: true, json: text } : { ok: false, kind, message: text });
        return;
      }
      case 'broken':
        this.#break(message.text);
        return;
      default:
        message satisfies never;
    }
  }

  async #answer(id: number, answer: Promise<string>): Promise<void> {
    const sent = await answer.then(
      (text) => ({ isOk: true, text }),
      (error: unknown) => ({ isOk: false, text: errorText(error) }),
    );
    if (this.#broken === undefined) this.#send({ type: 'answer', id, ...sent });
  }

  #end(id: number, end: ScriptEnd): void {
    this.#runs.get(id)?.(end);
    this.#runs.delete(id);
  }

  #break(message: string): void {
    this.#broken ??= message;
    clearTimeout(this.#watch);
    for (const id of this.#runs.keys()) this.#end(id, { ok: false, kind: 'broken', message });
  }
}
