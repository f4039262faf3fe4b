import { rewriteRepl, ScriptHeap, type ScriptEnd } from '@sluice/host';
import { namesScript, REPL_PRELUDE } from './repl-prelude.ts';

/** A call that code makes: its text, as a model would see it. */
export interface ReplAnswer {
  readonly isError: boolean;
  readonly text: string;
}

export interface ReplRun {
  readonly code: string;
  /** Milliseconds without the time that calls of tools take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The tools that the code may call. */
  readonly toolNames: readonly string[];
  readonly invoke: (name: string, input: unknown) => Promise<ReplAnswer>;
}

export interface ReplOutput {
  /** The value of the last expression as text; `''` for an empty one. Empty: it was undefined, or the code failed. */
  readonly result: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it ended early, as a sentence or a stack. */
  readonly error?: string | undefined;
  readonly registeredTools?: readonly string[] | undefined;
}

const MAX_OUTPUT = 30_000;
const FILE = 'repl.js';
/** The call's own timeout comes first. */
const CPU_MS = 600_000;

/** The realm of a session in which code runs, one piece after the other. Names stay from one to the next. */
export class ReplRealm {
  #heap: ScriptHeap | undefined;
  /** The last code needed more memory than there is. */
  #wasFull = false;
  #current: ActiveRun | undefined;

  /** Nothing else can run meanwhile. */
  get isRunning(): boolean {
    return this.#current !== undefined;
  }

  /** @throws if code already runs */
  async run(run: ReplRun): Promise<ReplOutput> {
    if (this.isRunning) throw new Error('Code already runs in the REPL.');
    const active = new ActiveRun(run);
    this.#current = active;
    try {
      const rewritten = await rewriteRepl(run.code);
      if (!rewritten.ok)
        return { result: '', stdout: '', stderr: '', error: `SyntaxError: ${rewritten.message}` };
      const isLost = this.#heap?.isBroken === true;
      if (isLost) await this.close();
      this.#heap ??= this.#open();
      const names = namesScript(run.toolNames);
      const end = inSource(
        await this.#heap.run(names + rewritten.code, FILE, active.signal),
        (line, column) => rewritten.columnOf(line, line === 1 ? Math.max(1, column - names.length) : column),
      );
      const isFull = !end.ok && end.kind === 'memory';
      if (isFull && this.#wasFull) {
        // What fills it is still there, and nothing that code does can free it.
        this.#wasFull = false;
        await this.close();
        return active.output({ ok: false, kind: 'broken', message: 'its 64 MiB of memory are full' }, isLost);
      }
      this.#wasFull = isFull;
      return active.output(end, isLost);
    } finally {
      active.close();
      this.#current = undefined;
    }
  }

  /** Ends the realm; the next run starts an empty one. */
  async close(): Promise<void> {
    const heap = this.#heap;
    this.#heap = undefined;
    await heap?.close();
  }

  #open(): ScriptHeap {
    return new ScriptHeap({
      prelude: REPL_PRELUDE,
      init: '{}',
      cpuMs: CPU_MS,
      onCall: async (name, json) => {
        if (this.#current === undefined) throw new Error('The code that made this call has ended.');
        return JSON.stringify(await this.#current.call(name, JSON.parse(json)));
      },
      onSay: (channel, text) => this.#current?.say(channel, text),
    });
  }
}

/** Names places of an error as they are in the code that the model wrote. */
function inSource(end: ScriptEnd, columnOf: (line: number, column: number) => number): ScriptEnd {
  if (end.ok || end.kind !== 'thrown') return end;
  const message = end.message.replaceAll(
    /\(repl\.js:(\d+):(\d+)\)/g,
    (_, line: string, column: string) => `(${FILE}:${line}:${columnOf(Number(line), Number(column))})`,
  );
  return { ...end, message };
}

/** One piece of code while it runs. */
class ActiveRun {
  readonly #run: ReplRun;
  readonly #timeout = new AbortController();
  readonly #texts = { stdout: '', stderr: '' };
  readonly #registered: string[] = [];
  readonly signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #left: number;
  #calls = 0;

  constructor(run: ReplRun) {
    this.#run = run;
    this.#left = run.timeoutMs;
    this.signal = AbortSignal.any([run.signal, this.#timeout.signal]);
    this.#go();
  }

  async call(name: string, input: unknown): Promise<ReplAnswer> {
    this.#calls += 1;
    if (this.#calls === 1) this.#pause();
    try {
      return await this.#run.invoke(name, input);
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#go();
    }
  }

  say(channel: string, text: string): void {
    if (channel === 'registered') this.#registered.push(text);
    if (channel !== 'stdout' && channel !== 'stderr') return;
    const before = this.#texts[channel];
    if (before.length <= MAX_OUTPUT) this.#texts[channel] = before + text;
  }

  output(end: ScriptEnd, isLost: boolean): ReplOutput {
    const value: unknown = end.ok ? JSON.parse(end.json) : undefined;
    const lost = isLost ? ' The names of earlier code were lost.' : '';
    return {
      result: typeof value === 'string' ? cut(value) : '',
      stdout: cut(this.#texts.stdout),
      stderr: cut(this.#texts.stderr),
      error: end.ok ? undefined : `${this.#reason(end)}${lost}`,
      registeredTools: this.#registered.length === 0 ? undefined : this.#registered,
    };
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #go(): void {
    if (this.#timeout.signal.aborted) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#timeout.abort(), Math.max(0, this.#left));
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#startedAt;
  }

  #reason({ kind, message }: Extract<ScriptEnd, { ok: false }>): string {
    switch (kind) {
      case 'stopped':
      case 'interrupted':
        return this.#timeout.signal.aborted
          ? `The code ran for ${this.#run.timeoutMs} ms and was interrupted. Its names stay. Pass a longer timeout (at most 600000) or do less at a time.`
          : 'The code was stopped.';
      case 'memory':
        return 'The code needs more than 64 MiB of memory.';
      case 'stuck':
        return 'The code waits for a promise that never settles.';
      case 'broken':
        return `The REPL failed (${message}); all names of earlier code are lost, and the next call starts an empty one.`;
      case 'thrown':
        return message;
      default:
        return kind satisfies never;
    }
  }
}

function cut(text: string): string {
  return text.length <= MAX_OUTPUT
    ? text
    : `${text.slice(0, MAX_OUTPUT).toWellFormed()}\n… (cut after ${MAX_OUTPUT} characters)`;
}
