import { createConnections, type Connections, type OpenedConnections } from './connections.ts';
import type { Environment } from './proxy-for.ts';

interface Shared {
  readonly opened: Promise<OpenedConnections>;
  users: number;
}

/** Connections shared by several models of one service; closed when the last one is done. */
export class SharedConnections {
  readonly #shared = new Map<string, Shared>();

  async open(origin: URL, env: Environment): Promise<OpenedConnections> {
    // A user in the URL becomes a header, so it is part of the key.
    const key = `${origin.protocol}//${origin.username}:${origin.password}@${origin.host}`;
    const shared = this.#shared.get(key) ?? { opened: createConnections(origin, env), users: 0 };
    shared.users += 1;
    this.#shared.set(key, shared);
    const opened = await shared.opened;
    if (!opened.ok) {
      this.#leave(key, shared);
      return opened;
    }
    const { connections } = opened;
    let isClosed = false;
    const own: Connections = {
      ...connections,
      close: () => {
        if (isClosed) return;
        isClosed = true;
        if (this.#leave(key, shared)) connections.close();
      },
    };
    return { ok: true, connections: own };
  }

  /** True: no one uses them anymore. */
  #leave(key: string, shared: Shared): boolean {
    shared.users -= 1;
    if (shared.users > 0) return false;
    this.#shared.delete(key);
    return true;
  }
}
