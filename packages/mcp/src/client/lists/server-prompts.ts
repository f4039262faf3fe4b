import { presentItems } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type { McpConnection } from '../connect/connection.ts';
import type { ServerKeeper } from '../connect/kept-server.ts';
import type { McpServerOptions } from '../mcp-server-options.ts';
import { listPrompts, readPrompts, type AskForPrompt, type McpPrompt } from '../prompts.ts';

/** The prompts of one server, as it last listed them. */
export class ServerPrompts {
  readonly #options: Pick<McpServerOptions, 'server' | 'limits' | 'showImage'>;
  readonly #keeper: ServerKeeper;
  readonly #ask: AskForPrompt;
  #prompts: readonly McpPrompt[] = [];
  #problems: readonly string[] = [];
  /** The latest connection that has listed them. */
  #readFrom: McpConnection | undefined;
  /** Settles when all that was listed has been read. */
  #latest: Promise<boolean> = Promise.resolve(false);

  /** @param ask sends the request for one */
  constructor(
    options: Pick<McpServerOptions, 'server' | 'limits' | 'showImage'>,
    keeper: ServerKeeper,
    ask: AskForPrompt,
  ) {
    this.#options = options;
    this.#keeper = keeper;
    this.#ask = ask;
  }

  get prompts(): readonly McpPrompt[] {
    return this.#prompts;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** One list after the other. False: what is known of them is as before. */
  list(connection: McpConnection, signal: AbortSignal): Promise<boolean> {
    this.#latest = this.#latest.then(() => this.#list(connection, signal));
    return this.#latest;
  }

  async #list(connection: McpConnection, signal: AbortSignal): Promise<boolean> {
    if (getOwn(connection.capabilities, 'prompts') === undefined) {
      [this.#prompts, this.#problems] = [[], []];
      this.#keeper.forgetPrompts();
      return false;
    }
    const { items, problem, isBroken } = await listPrompts(connection, signal);
    if (problem !== undefined && (items.length === 0 || (isBroken && this.#readFrom === connection))) {
      this.#problems = [problem];
      return false;
    }
    this.#readFrom = connection;
    this.take(items, problem);
    if (!isBroken && this.#options.limits.knownForMs > 0)
      this.#keeper.keepPrompts(items.filter(isJsonObject));
    return true;
  }

  take(items: readonly unknown[], problem: string | undefined): void {
    const { server, showImage } = this.#options;
    const { prompts, problems } = readPrompts(items, server.name, this.#ask, showImage);
    this.#prompts = prompts;
    this.#problems = presentItems([problem, ...problems]);
  }
}
