import type { TraceData, TraceItem } from '../src/data/trace-data.ts';
import type { App } from './app.ts';

/** What a server answers: the session without its items, and the items that are new or have changed. */
interface Update {
  readonly version: string;
  readonly trace: TraceData;
  /** All items, in order, by id. */
  readonly order: readonly string[];
}

/** After a request that failed. */
const RETRY_MS = 1000;
const MAX_FAILURES = 5;

/** Asks for what has changed until the session has ended, or the server is gone. */
export async function follow(app: App, address: string, first: TraceData): Promise<void> {
  const items = new Map<string, TraceItem>(first.items.map((item) => [item.id, item]));
  let version = '';
  let failures = 0;
  app.setState('live');
  while (failures < MAX_FAILURES) {
    try {
      const response = await fetch(`${address}?since=${encodeURIComponent(version)}`, { cache: 'no-store' });
      if (!response.ok) throw new Error(String(response.status));
      const update: Update = await response.json();
      failures = 0;
      version = update.version;
      for (const item of update.trace.items) items.set(item.id, item);
      const ordered = update.order.flatMap((id) => items.get(id) ?? []);
      app.update({ ...update.trace, items: ordered });
      app.setState(update.trace.isRunning ? 'live' : 'session is idle');
    } catch {
      failures += 1;
      app.setState('reconnecting…');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  app.setState('no longer live');
}
