import type { TraceAgent, TraceCall, TraceData, TraceItem } from '../src/data/trace-data.ts';
import { packLanes, type Track } from './lanes.ts';
import { TimeScale } from './time-scale.ts';

/** A row of the list: an item, or the heading of a sub-agent. */
export interface Row {
  readonly id: string;
  readonly depth: number;
  readonly item: TraceItem | undefined;
  readonly agent: TraceAgent;
}

/** A session, arranged for the views. Immutable: an update makes a new one. */
export class Model {
  readonly data: TraceData;
  readonly items: ReadonlyMap<string, TraceItem>;
  readonly agents: ReadonlyMap<string, TraceAgent>;
  readonly calls: readonly TraceCall[];
  readonly tracks: readonly Track[];
  readonly rows: readonly Row[];
  /** Calls that waited for a call, by its item. */
  readonly waiters: ReadonlyMap<string, readonly TraceCall[]>;
  readonly #texts = new Map<string, string>();
  readonly #scales = new Map<boolean, TimeScale>();

  constructor(data: TraceData) {
    this.data = data;
    this.items = new Map(data.items.map((item) => [item.id, item]));
    this.agents = new Map(data.agents.map((agent) => [agent.id, agent]));
    this.calls = data.items.filter((item) => item.kind === 'call');
    const opened = Map.groupBy(data.agents.slice(1), ({ opener }) => opener ?? '');
    const itemsOf = Map.groupBy(data.items, ({ agent }) => agent);
    const rows: Row[] = [];
    const order: { readonly agent: TraceAgent; readonly depth: number }[] = [];
    const seen = new Set<string>();
    const addAgent = (agent: TraceAgent, depth: number, level: number): void => {
      if (seen.has(agent.id)) return;
      seen.add(agent.id);
      order.push({ agent, depth: level });
      if (level > 0) rows.push({ id: `agent:${agent.id}`, depth, item: undefined, agent });
      const inner = level > 0 ? depth + 1 : depth;
      for (const item of itemsOf.get(agent.id) ?? []) {
        const own = inner + this.#nesting(item);
        rows.push({ id: item.id, depth: own, item, agent });
        for (const child of opened.get(item.id) ?? []) addAgent(child, own + 1, level + 1);
      }
    };
    for (const agent of data.agents)
      if (agent.opener === undefined) addAgent(agent, 0, agent.id === '' ? 0 : 1);
    for (const agent of data.agents) addAgent(agent, 0, 1);
    this.rows = rows;
    this.tracks = order.map(({ agent, depth }) => {
      const own = itemsOf.get(agent.id) ?? [];
      const calls = own.filter((item) => item.kind === 'call').toSorted((a, b) => a.start - b.start);
      return {
        agent,
        depth,
        turns: own.filter((item) => item.kind === 'turn'),
        lanes: packLanes(calls, (call) => this.endOf(call)),
      };
    });
    const waiters = new Map<string, TraceCall[]>();
    for (const call of this.calls) {
      for (const { item } of call.waits) {
        if (item === undefined) continue;
        const known = waiters.get(item);
        if (known === undefined) waiters.set(item, [call]);
        else known.push(call);
      }
    }
    this.waiters = waiters;
  }

  /** A call below its message, a nested call below the one that made it. */
  #nesting(item: TraceItem): number {
    let depth = 0;
    for (let inner: TraceItem | undefined = item; inner?.kind === 'call' && depth < 8; depth += 1) {
      inner = inner.parent === undefined ? undefined : this.items.get(inner.parent);
    }
    return depth;
  }

  endOf(item: TraceItem): number {
    if (item.kind === 'call' || item.kind === 'turn') return Math.max(item.start, item.end ?? this.data.end);
    return item.kind === 'hook' ? item.start + item.ms : item.start;
  }

  scale(isCompressed: boolean): TimeScale {
    const known = this.#scales.get(isCompressed);
    if (known !== undefined) return known;
    const busy = this.data.items.map((item) => [item.start, this.endOf(item)] as const);
    const scale = new TimeScale(this.data, busy, isCompressed);
    this.#scales.set(isCompressed, scale);
    return scale;
  }

  /** Everything in an item that can be searched for, in lower case. */
  textOf(item: TraceItem): string {
    const known = this.#texts.get(item.id);
    if (known !== undefined) return known;
    const text = textsOf(item).join('\n').toLowerCase();
    this.#texts.set(item.id, text);
    return text;
  }
}

function textsOf(item: TraceItem): readonly string[] {
  switch (item.kind) {
    case 'prompt':
      return [item.origin, item.text];
    case 'turn':
      return [item.model, item.text, item.thinking];
    case 'hook':
      return [item.event, item.hook, item.said];
    case 'event':
      return [item.label, item.text];
    case 'call': {
      const { decision } = item;
      const rules = [decision, decision?.asked, ...(decision?.parts ?? [])].map((of) => of?.rule?.text ?? '');
      return [
        item.name,
        item.callId,
        item.input,
        item.result,
        item.why,
        decision?.reason ?? '',
        ...rules,
        ...item.files.map(({ path }) => path),
        ...item.hooks.map(({ hook, said }) => `${hook} ${said}`),
      ];
    }
    default:
      return item satisfies never;
  }
}
