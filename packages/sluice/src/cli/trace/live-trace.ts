import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AGENTS_DIRECTORY, agentsIn } from '@sluice/host';
import { collectTrace, type TraceData, type TraceSource } from '@sluice/trace';

/** What has changed since a version: the session with only those items, and the order of all. */
export interface TraceUpdate {
  readonly version: string;
  readonly trace: TraceData;
  readonly order: readonly string[];
}

/** How often the journals are looked at while someone waits. */
const LOOK_MS = 250;
/** An answer is due by then, changed or not, so that a connection that was lost is noticed. */
const MAX_WAIT_MS = 25_000;

/** A session that is still written. */
export class LiveTrace {
  readonly #source: TraceSource;
  readonly #run = randomUUID();
  #number = 0;
  #signature = '';
  #trace: TraceData | undefined;
  /** When each item last changed, and its JSON text. */
  readonly #items = new Map<string, { readonly number: number; readonly json: string }>();
  #reading: Promise<void> | undefined;

  constructor(source: TraceSource) {
    this.#source = source;
  }

  /** Answers at once if there is anything newer than `version`, else as soon as there is. */
  async since(version: string, signal: AbortSignal): Promise<TraceUpdate | undefined> {
    const [run, number] = version.split('.');
    const seen = run === this.#run ? Number(number) : 0;
    const end = Date.now() + MAX_WAIT_MS;
    for (;;) {
      await this.#look();
      if (signal.aborted) return undefined;
      if (this.#number > seen || Date.now() >= end) return this.#update(seen);
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #update(seen: number): TraceUpdate | undefined {
    const trace = this.#trace;
    if (trace === undefined) return undefined;
    return {
      version: `${this.#run}.${this.#number}`,
      trace: { ...trace, items: trace.items.filter(({ id }) => (this.#items.get(id)?.number ?? 0) > seen) },
      order: trace.items.map(({ id }) => id),
    };
  }

  #look(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<void> {
    const signature = `${this.#sizes()} ${this.#source.isRunning()}`;
    if (signature === this.#signature) return;
    const trace = await collectTrace(this.#source);
    this.#signature = signature;
    this.#trace = trace;
    this.#number += 1;
    for (const item of trace.items) {
      const json = JSON.stringify(item);
      if (this.#items.get(item.id)?.json !== json) this.#items.set(item.id, { number: this.#number, json });
    }
  }

  #sizes(): string {
    const { directory } = this.#source;
    const agents = agentsIn(directory).map((agent) => join(directory, AGENTS_DIRECTORY, agent));
    return [directory, ...agents]
      .map((place) => statSync(join(place, 'journal.jsonl'), { throwIfNoEntry: false })?.size ?? 0)
      .join(' ');
  }
}
