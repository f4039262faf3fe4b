import { errorText, present, presentItems } from '@sluice/base';
import { getOwn, isJsonObject, type AnyTool } from '@sluice/core';
import { INSTANCES_META_KEY } from '../../instances.ts';
import { toolNames } from '../../tool-names.ts';
import type { McpConnection } from '../connect/connection.ts';
import type { ServerKeeper } from '../connect/kept-server.ts';
import { createTool } from '../create-tool.ts';
import { isSameDefinition, type AllowedDefinitions } from '../definitions/allowed-definitions.ts';
import { definitionTokens } from '../definitions/definition-size.ts';
import type { ListedTool } from '../definitions/listed-tool.ts';
import { ToolItems } from '../definitions/tool-items.ts';
import { listPages, type ListedItems } from '../list-pages.ts';
import type { McpServerOptions } from '../mcp-server-options.ts';
import type { SendRequest } from '../send-request.ts';
import { LIST_TIMEOUT_MS } from '../server-limits.ts';
import { unofferedTools } from './unoffered-tools.ts';

export interface ServerToolsContext {
  readonly keeper: ServerKeeper;
  readonly definitions: AllowedDefinitions;
  /** Sends a request of a call. Must not reject. */
  readonly request: SendRequest;
  /** Whether requests of the latest connection stand alone. */
  readonly isStateless: () => boolean;
  /** Called with the milliseconds that the items of a list took. */
  readonly onTaken: (ms: number) => void;
}

/** The tools of one server, as it last listed them. */
export class ServerTools {
  readonly #options: McpServerOptions;
  readonly #context: ServerToolsContext;
  #tools: readonly AnyTool[] = [];
  #listed: readonly ListedTool[] = [];
  #problems: readonly string[] = [];
  /** The latest connection that has listed them. */
  #readFrom: McpConnection | undefined;
  /** Why the latest connection has not listed them. Undefined: it has. */
  #unread: { readonly reason: string } | undefined;
  /** Why a change that the latest connection has announced could not be read. Undefined: what it last listed is its list. */
  #unreadChange: string | undefined;
  readonly #items = new ToolItems();

  constructor(options: McpServerOptions, context: ServerToolsContext) {
    this.#options = options;
    this.#context = context;
  }

  get tools(): readonly AnyTool[] {
    return this.#tools;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Why calls that were decided on a definition can't be sent: the server has not said what its tools are since it was connected.
   * Undefined: it has, or it is trusted. A list that fails again gives another object.
   */
  get unread(): { readonly reason: string } | undefined {
    return this.#options.entry.isTrusted ? undefined : this.#unread;
  }

  /** The latest connection has not listed its tools, although it should have. */
  get isListUnread(): true | undefined {
    return this.#unread === undefined ? undefined : true;
  }

  /** Of all of them, estimated. */
  get definitionTokens(): number {
    return definitionTokens(this.#listed);
  }

  /** The next list makes all of them anew: they are called in another way. */
  forget(): void {
    this.#listed = [];
  }

  /** As `list`, for a list that has changed. Never rejects. */
  async listAgain(connection: McpConnection, signal: AbortSignal): Promise<void> {
    try {
      await this.list(connection, signal);
    } catch (error) {
      this.#failed(connection, errorText(error));
    }
  }

  /**
   * If a list fails altogether, the previous one remains; so does the previous one of this connection if any page fails. A server that has no tools has an empty list.
   * @param leftMs of the time to connect, of which the first list is a part. Default: it is connected already
   */
  async list(connection: McpConnection, signal: AbortSignal, leftMs?: number): Promise<void> {
    const hasTools = getOwn(connection.capabilities, 'tools') !== undefined;
    const { connectMs } = this.#options.limits;
    const timeoutMs = Math.max(1, Math.min(LIST_TIMEOUT_MS, leftMs ?? connectMs));
    const options = { timeoutMs, signal };
    const listed: ListedItems = hasTools
      ? await listPages(connection, 'tools/list', 'tools', options)
      : { items: [], problem: undefined, isFailed: false, isBroken: false };
    const { items, problem, isFailed, isBroken, isTimedOut, ttlMs } = listed;
    // Part of a new list is worth less than the whole of the last one.
    if (isFailed || (isBroken && this.#readFrom === connection)) {
      const isStart = isTimedOut === true && leftMs !== undefined && leftMs < LIST_TIMEOUT_MS;
      const late = `It did not list its tools within ${connectMs / 1_000} s of its start. If it starts slowly, set MCP_TIMEOUT to more milliseconds.`;
      return this.#failed(connection, isStart ? late : (problem ?? 'tools/list failed.'));
    }
    this.#unread = undefined;
    this.#unreadChange = undefined;
    this.#readFrom = connection;
    this.takeItems(items, problem);
    // The next session would take it for the whole list.
    if (isBroken) return;
    const { serverInfo, protocolVersion, capabilities, instructions } = connection;
    const tools = items.filter(isJsonObject);
    if (this.#options.limits.knownForMs === 0) return this.#context.keeper.forgetLists();
    this.#context.keeper.keepLists({ serverInfo, protocolVersion, capabilities, instructions, tools, ttlMs });
  }

  #failed(connection: McpConnection, problem: string): void {
    if (this.#readFrom === connection) {
      this.#unreadChange = problem.replace(/\.$/, '');
      this.#problems = [
        `It announced that its tools have changed, and its new list can't be read: ${this.#unreadChange}. Its earlier list is still used.`,
      ];
      return;
    }
    const reason = `Its current tools are unknown, so the call could not be checked against them: ${problem}`;
    this.#unread = { reason };
    this.#problems = [problem];
  }

  /** A sentence for the result of a call that is sent now. Undefined: its definition is the server's latest. */
  #noteForCall(): string | undefined {
    return this.#unreadChange === undefined
      ? undefined
      : `Note: the MCP server ${this.#options.server.name} announced that its tools have changed, and its new list can't be read: ${this.#unreadChange}. The tool may no longer be as described.`;
  }

  takeItems(items: readonly unknown[], problem: string | undefined): void {
    const startedAt = performance.now();
    const { tools, problems } = this.#items.read(items, (name) => this.#isWanted(name));
    this.#take(tools, presentItems([problem, ...problems]));
    this.#context.onTaken(performance.now() - startedAt);
  }

  /** Why a call that was decided on an earlier definition of a tool must not be sent. Undefined: it is still the same. */
  #changeOf(name: string, decided: ListedTool): string | undefined {
    const index = this.#tools.findIndex((tool) => tool.name === name);
    if (index === -1)
      return `The MCP server ${this.#options.server.name} no longer offers ${name}; nothing was run.`;
    const listed = this.#listed[index];
    if (this.#options.entry.isTrusted || (listed !== undefined && isSameDefinition(listed, decided)))
      return undefined;
    return `${name} has changed since this call was decided; nothing was run. Call it again.`;
  }

  /** Why a call of a tool, by its own name, must not be sent later: it is no longer as it is known now. Undefined: it isn't known. */
  objectionTo(wireName: string): (() => string | undefined) | undefined {
    const index = this.#listed.findIndex(({ name }) => name === wireName);
    const [decided, tool] = [this.#listed[index], this.#tools[index]];
    return decided && tool && (() => this.#changeOf(tool.name, decided));
  }

  /** By the `tools` of its entry. */
  #isWanted(name: string): boolean {
    const { include, exclude } = this.#options.entry.tools;
    return include?.includes(name) !== false && !exclude.includes(name);
  }

  #take(all: readonly ListedTool[], problems: string[]): void {
    const { server, entry, limits, validator, isDeferred, traceparent, background, showImage } =
      this.#options;
    const wanted = all.filter(({ name }) => this.#isWanted(name));
    problems.push(...unofferedTools(entry.tools, all));
    const { names, problems: sharedNames } = toolNames(
      server.name,
      all.map(({ name }) => name),
      (name) => this.#isWanted(name),
    );
    problems.push(...sharedNames);
    const before = new Map(this.#listed.map((tool, index) => [tool.name, index]));
    const kept: ListedTool[] = [];
    const tools: AnyTool[] = [];
    for (const tool of wanted) {
      const index = before.get(tool.name);
      const same = index === undefined ? undefined : this.#tools[index];
      const old = index === undefined ? undefined : this.#listed[index];
      const name = names.get(tool.name) ?? tool.name;
      // The same object if nothing has changed, so the model's list is unchanged.
      if (same !== undefined && same.name === name && JSON.stringify(old) === JSON.stringify(tool)) {
        kept.push(tool);
        tools.push(same);
        continue;
      }
      const created = createTool(name, tool, {
        name: server.name,
        plugin: server.plugin,
        isRemote: entry.connection.kind === 'http' || entry.connection.kind === 'sse',
        isTrusted: entry.isTrusted,
        isDeferred: isDeferred && !entry.alwaysLoad,
        mirrorsParameters: entry.connection.kind === 'http' && this.#context.isStateless(),
        timeoutMs: entry.timeoutMs ?? limits.callMs,
        resultChars: limits.resultChars,
        validator,
        showImage,
        definitions: this.#context.definitions,
        background,
        callTool: (wireName, input, { instances, callId, onSend, ...options }) => {
          const meta = present({ [INSTANCES_META_KEY]: instances, traceparent: traceparent?.(callId) });
          const objection = (): string | undefined => this.#changeOf(name, tool);
          const params = { name: wireName, arguments: input, _meta: meta };
          return this.#context.request('tools/call', params, {
            ...options,
            objection,
            onSend: () =>
              onSend(this.#listed.find((one) => one.name === wireName) ?? tool, this.#noteForCall()),
          });
        },
      });
      if (created.ok) {
        kept.push(tool);
        tools.push(created.tool);
      } else problems.push(`The tool ${JSON.stringify(tool.name)} was skipped. ${created.reason}`);
    }
    this.#listed = kept;
    this.#tools = tools;
    this.#problems = problems;
  }
}
