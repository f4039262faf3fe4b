import { getOwn, isJsonObject, type AnyTool } from '@sluice/core';
import type { McpServer } from '../client/mcp-server.ts';
import { resourceTools } from '../client/resources/resource-tools.ts';
import { anyToolOf, isDeniedByRule } from './is-server-denied.ts';
import type { McpServersOptions } from './mcp-servers.ts';
import type { RunningServers } from './running-servers.ts';

/** Brings the tools of servers into the session's pool: none before its first request. */
export class PublishedTools {
  readonly #running: RunningServers;
  readonly #options: McpServersOptions;
  #isHeld = true;
  #resourceTools: readonly AnyTool[] | undefined;

  constructor(running: RunningServers, options: McpServersOptions) {
    this.#running = running;
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** In the order of names, whichever was quickest: a model's list that is the same each time is cached. */
  release(): void {
    this.#isHeld = false;
    this.publish(...this.#running.all().map(({ name }) => name));
  }

  /** A server has ended. */
  withdraw(name: string): void {
    if (this.#isHeld) return;
    this.#options.pool.update(
      `mcp:${name}`,
      [],
      `the MCP server ${name} was removed, or its entry changed`,
      this.#running.get(name) === undefined,
    );
  }

  /** What these servers offer now replaces what they offered. */
  publish(...names: readonly string[]): void {
    if (this.#isHeld) return;
    const { pool } = this.#options;
    pool.updateAll(
      names.map((name) => ({
        source: `mcp:${name}`,
        tools: this.#running.get(name)?.tools ?? [],
        why: `the MCP server ${name} no longer offers it`,
      })),
    );
    // They stay once they are there: a server that has died starts again when it is asked.
    if (this.resourceServers().length === 0) return;
    this.#resourceTools ??= resourceTools(
      () => this.resourceServers(),
      this.#options.isDeferred,
      (server) => this.#options.askingRule?.(anyToolOf(server)),
    );
    pool.update('mcp', this.#resourceTools);
  }

  /** Connected servers that offer resources, which no rule denies. */
  resourceServers(): readonly McpServer[] {
    return this.#running
      .all()
      .filter(
        ({ name, capabilities = {} }) =>
          isJsonObject(getOwn(capabilities, 'resources')) && !isDeniedByRule(name, this.#options.denyingRule),
      );
  }
}
