import { createConnections, type Connections, type OpenedConnections } from './connections.ts';
import type { Environment } from './proxy-for.ts';

interface Shared {
  readonly opened: Promise<OpenedConnections>;
  users: number;
}

/** Connections that several models of one service use together: closed when the last of them is. */
export class SharedConnections {
  readonly #shared = new Map<string, Shared>();

  async open(origin: URL, env: Environment): Promise<OpenedConnections> {
    // A user in the address stands for a header of its own.
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

  /** True: nobody uses them any more. */
  #leave(key: string, shared: Shared): boolean {
    shared.users -= 1;
    if (shared.users > 0) return false;
    this.#shared.delete(key);
    return true;
  }
}
