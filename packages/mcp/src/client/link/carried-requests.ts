import type { McpConnection } from '../connect/connection.ts';

/** Counts the requests of connections, so that one that was replaced carries those that it has, and no more. */
export class CarriedRequests {
  readonly #open = new WeakMap<McpConnection, number>();
  /** Connections that were replaced, until they are closed. */
  readonly #leaving = new Set<McpConnection>();

  get leaving(): readonly McpConnection[] {
    return [...this.#leaving];
  }

  began(connection: McpConnection): void {
    this.#count(connection, 1);
  }

  ended(connection: McpConnection): void {
    this.#count(connection, -1);
  }

  /** It is closed once it has no requests any more. */
  replace(connection: McpConnection): void {
    this.#leaving.add(connection);
    this.#closeIfIdle(connection);
  }

  #count(connection: McpConnection, change: 1 | -1): void {
    this.#open.set(connection, (this.#open.get(connection) ?? 0) + change);
    this.#closeIfIdle(connection);
  }

  #closeIfIdle(connection: McpConnection): void {
    if (!this.#leaving.has(connection) || (this.#open.get(connection) ?? 0) > 0) return;
    void connection.close().then(() => this.#leaving.delete(connection));
  }
}
