import { isOfAgentSdk, presentItems } from '@sluice/base';
import type { AnyTool, JsonObject } from '@sluice/core';
import type { McpServer } from '../client/mcp-server.ts';
import type { PeerAnswer } from '../client/peer.ts';
import type { McpPrompt } from '../client/prompts.ts';
import type { ListedResource } from '../client/resources/listed-resource.ts';
import { listResources } from '../client/resources/resource-tools.ts';
import {
  CALLED_TOOL_WAIT_MS,
  FIRST_REQUEST_OF_EXPECTED_MS,
  serverLimits,
  WAKE_MS,
} from '../client/server-limits.ts';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { McpServerBrief, McpServerStatus } from '../server-status.ts';
import { serverPrefix } from '../tool-names.ts';
import { within } from '../within.ts';
import { isDeniedByRule, isServerDenied, toolNamed } from './is-server-denied.ts';
import type { IsChosen, McpServers, McpServersOptions } from './mcp-servers.ts';
import { requestWithin } from './request-within.ts';
import { PublishedTools } from './published-tools.ts';
import { RunningServers } from './running-servers.ts';
import { ServerReports } from './server-reports.ts';

/** Starts the servers that may be started; the others are there with the reason why they were not. */
export function openMcpServers(options: McpServersOptions): McpServers {
  return new Servers(options);
}

class Servers implements McpServers {
  readonly #options: McpServersOptions;
  readonly #running: RunningServers;
  readonly #tools: PublishedTools;
  readonly #reports: ServerReports;
  readonly #listeners = new Set<() => void>();
  /** When they began to connect: what the session does until its first request is part of the time that the request waits for them. */
  readonly #openedAt = performance.now();
  #waking: NodeJS.Timeout | undefined;

  constructor(options: McpServersOptions) {
    this.#options = options;
    this.#running = new RunningServers(options, (name) => this.#changed(name));
    this.#tools = new PublishedTools(this.#running, options);
    this.#reports = new ServerReports(this.#running, options);
  }

  update(servers: readonly ConfiguredServer[]): void {
    if (this.#running.isClosing) return;
    const { gone, started } = this.#running.replace(servers);
    for (const name of gone) this.#tools.withdraw(name);
    if (!this.#tools.isHeld)
      for (const name of started) {
        // What is known of it from an earlier session.
        this.#tools.publish(name);
        this.#running.get(name)?.wake();
      }
    this.#notify();
  }

  wake(toolName: string): void {
    for (const server of this.#running.all())
      if (toolName.startsWith(`${serverPrefix(server.name)}__`)) server.wake();
  }

  arrival(toolName: string): Promise<void> | undefined {
    const named = this.#running.all().filter(({ name }) => toolName.startsWith(`${serverPrefix(name)}__`));
    for (const server of named) server.retry();
    const awaited = named.filter((server) => server.isConnecting);
    if (awaited.length === 0) return undefined;
    return within(CALLED_TOOL_WAIT_MS, undefined, Promise.all(awaited.map((server) => server.settled())));
  }

  connected(isChosen: IsChosen, signal?: AbortSignal): Promise<void> | undefined {
    const awaited = this.#running
      .all()
      .filter(
        ({ name, isConnecting }) =>
          isConnecting &&
          isChosen(name, `${serverPrefix(name)}__`) &&
          !isDeniedByRule(name, this.#options.denyingRule),
      );
    if (awaited.length === 0) return undefined;
    const { connectMs } = serverLimits(this.#options.env, false);
    return within(connectMs, signal, Promise.all(awaited.map((server) => server.settled())));
  }

  reconnect(name: string): boolean {
    const isRestarted = this.#running.restart(name);
    if (isRestarted) this.#notify();
    return isRestarted;
  }

  status(): readonly McpServerStatus[] {
    return this.#reports.status();
  }

  states(): readonly McpServerBrief[] {
    return this.#reports.states();
  }

  prompts(): readonly McpPrompt[] {
    const { denyingRule } = this.#options;
    return this.#running
      .all()
      .flatMap(({ name: server, prompts }) =>
        prompts.length === 0 || isDeniedByRule(server, denyingRule)
          ? []
          : prompts.filter(({ name }) => denyingRule?.(toolNamed(name)) === undefined),
      );
  }

  resources(signal: AbortSignal): Promise<readonly ListedResource[]> {
    return listResources(this.#tools.resourceServers(), signal);
  }

  instructions(): readonly { readonly server: string; readonly text: string }[] {
    return this.#running
      .all()
      .flatMap(({ name, instructions = '' }) =>
        instructions.trim() === '' ? [] : [{ server: name, text: instructions }],
      );
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  connecting(isDenied: (tool: AnyTool) => boolean): readonly string[] {
    return this.#running
      .all()
      .filter((server) => server.isUnknown && !isServerDenied(server.name, isDenied))
      .map(({ name }) => name);
  }

  needingLogin(
    isDenied: (tool: AnyTool) => boolean,
  ): readonly { readonly name: string; readonly reason: string }[] {
    return this.#reports.needingLogin(isDenied);
  }

  settled(limitMs: number, signal?: AbortSignal): Promise<readonly string[]> {
    // What they had in an earlier session may not be all that they have now.
    if (!this.#tools.isHeld) for (const server of this.#running.all()) server.wake(true);
    return this.#settled(limitMs, signal);
  }

  async #settled(limitMs: number, signal?: AbortSignal): Promise<readonly string[]> {
    const connecting = (): readonly McpServer[] => this.#running.all().filter((one) => one.isConnecting);
    await within(limitMs, signal, Promise.all(connecting().map((one) => one.settled())));
    return connecting().map(({ name }) => name);
  }

  unavailable(): readonly string[] {
    return this.#reports.unavailable();
  }

  whyMissing(toolName: string): string | undefined {
    return this.#reports.whyUnusable((_server, prefix) => toolName.startsWith(prefix), false);
  }

  whyUnusable(isChosen: IsChosen): string | undefined {
    return this.#reports.whyUnusable(isChosen, true);
  }

  userRemedy(name: string): string | undefined {
    return this.#reports.userRemedy(name);
  }

  listProblems(name: string): readonly string[] {
    return this.#running.get(name)?.listProblems ?? [];
  }

  async readyForFirstRequest(signal?: AbortSignal): Promise<void> {
    if (!this.#tools.isHeld) return;
    const { env, waitsForAll } = this.#options;
    const { firstRequestMs, connectMs } = serverLimits(env, false);
    const expectsGiven = firstRequestMs > 0 && isOfAgentSdk(env);
    // A server may be started twice, and may have to wait for the turns of others that never respond.
    const limitMs = waitsForAll
      ? 2 * this.#running.rounds() * connectMs
      : Math.max(0, firstRequestMs - (performance.now() - this.#openedAt));
    const expected = this.#running.configured
      .filter((server) => isExpected(server) || (expectsGiven && server.scope === 'flag'))
      .map(async ({ name }) => this.#running.get(name)?.settled());
    await Promise.all([
      this.#settled(limitMs, signal),
      within(Math.max(firstRequestMs, FIRST_REQUEST_OF_EXPECTED_MS), signal, Promise.all(expected)),
    ]);
    this.#tools.release();
    this.#waking = setTimeout(() => {
      for (const server of this.#running.all()) if (!server.isFresh) server.wake();
    }, WAKE_MS);
    this.#waking.unref();
  }

  retryFailed(): void {
    for (const server of this.#running.all()) server.retry();
  }

  loginFiles(): readonly string[] {
    return presentItems(this.#running.all().map((server) => server.loginFile));
  }

  loginsChanged(): void {
    for (const server of this.#running.all()) server.loginChanged();
  }

  rootsChanged(): void {
    for (const server of this.#running.all()) server.rootsChanged();
  }

  call(
    { server, tool, input, signal, isOnlyAsKnown = false }: Parameters<McpServers['call']>[0],
    waitMs = 0,
  ): Promise<PeerAnswer> {
    const objection = isOnlyAsKnown ? this.#running.get(server)?.objectionTo(tool) : undefined;
    return this.#request(
      server,
      'tools/call',
      { name: tool, arguments: input },
      { signal, objection },
      waitMs,
    );
  }

  readResource(
    { server, uri, signal }: Parameters<McpServers['readResource']>[0],
    waitMs = 0,
  ): Promise<PeerAnswer> {
    if (isDeniedByRule(server, this.#options.denyingRule))
      return Promise.resolve({ status: 'closed', reason: `A rule denies the MCP server ${server}.` });
    return this.#request(server, 'resources/read', { uri }, { signal }, waitMs);
  }

  async #request(
    server: string,
    method: string,
    params: JsonObject,
    options: { readonly signal: AbortSignal; readonly objection?: (() => string | undefined) | undefined },
    waitMs: number,
  ): Promise<PeerAnswer> {
    const found = this.#running.get(server);
    if (found === undefined) return { status: 'closed', reason: `There is no MCP server ${server}.` };
    if (found.isConnecting) await within(waitMs, options.signal, found.settled());
    if (found.isConnecting) return { status: 'closed', reason: 'It is still connecting.' };
    return requestWithin(found, method, params, options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#waking);
    return this.#running.close();
  }

  #changed(name: string): void {
    if (this.#running.isClosing) return;
    this.#tools.publish(name);
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function isExpected({ start }: ConfiguredServer): boolean {
  return start.status === 'ready' && (start.entry.alwaysLoad || start.entry.connection.kind === 'client');
}
