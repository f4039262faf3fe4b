import type { AnyTool } from '@sluice/core';
import { isInClient } from '../config/client-server.ts';
import type { ConfiguredServer } from '../config/configured-server.ts';
import { shownConfig } from '../config/shown-config.ts';
import type { McpServerBrief, McpServerState, McpServerStatus } from '../server-status.ts';
import { serverPrefix } from '../tool-names.ts';
import { deniedTools } from './denied-tools.ts';
import { isServerDenied } from './is-server-denied.ts';
import type { IsChosen, McpServersOptions } from './mcp-servers.ts';
import { firstLine, remedyForModel, remedyForUser, withRemedy } from './remedies.ts';
import type { RunningServers } from './running-servers.ts';

/** Says what state the configured servers are in, why some can't be used, and what to do about it. */
export class ServerReports {
  readonly #running: RunningServers;
  readonly #options: Pick<McpServersOptions, 'denyingRule' | 'reconnectCommand'>;

  constructor(running: RunningServers, options: Pick<McpServersOptions, 'denyingRule' | 'reconnectCommand'>) {
    this.#running = running;
    this.#options = options;
  }

  status(): readonly McpServerStatus[] {
    return this.#running.configured.map((server) => {
      const running = this.#running.get(server.name);
      if (running === undefined) return idleStatus(server);
      const denied = deniedTools(server.name, running.tools, (tool) => this.#options.denyingRule?.(tool));
      const { status } = running;
      return denied === undefined ? status : { ...status, problems: [...status.problems, denied] };
    });
  }

  states(): readonly McpServerBrief[] {
    return this.#running.configured.map((server) => {
      const { name, scope } = server;
      const { state } = this.#running.get(name)?.phase ?? { state: idleState(server) };
      return { name, scope, state, isInClient: isInClient(server) };
    });
  }

  needingLogin(
    isDenied: (tool: AnyTool) => boolean,
  ): readonly { readonly name: string; readonly reason: string }[] {
    return this.#missing()
      .filter(({ state, name }) => state === 'needs-auth' && !isServerDenied(name, isDenied))
      .map(({ name, why }) => ({ name, reason: why }));
  }

  unavailable(): readonly string[] {
    return this.#missing().map(({ name, why, remedy }) => `${name}: ${withRemedy(why, remedy)}`);
  }

  /** In sentences for the user, or for the model. */
  whyUnusable(isChosen: IsChosen, isForUser: boolean): string | undefined {
    const isOf = (name: string): boolean => isChosen(name, `${serverPrefix(name)}__`);
    const found = this.#missing().find(({ name }) => isOf(name));
    if (found === undefined) {
      const coming = this.#running.all().find((server) => server.isConnecting && isOf(server.name));
      return coming && `The MCP server ${JSON.stringify(coming.name)} is still connecting. Try again later.`;
    }
    const { name, why, remedy } = found;
    return `The MCP server ${JSON.stringify(name)} can't be used: ${withRemedy(why, isForUser ? this.userRemedy(name) : remedy)}`;
  }

  userRemedy(name: string): string | undefined {
    const server = this.#running.configured.find((one) => one.name === name);
    const { state, reason = '' } = this.#running.get(name)?.phase ?? {};
    if (server === undefined || state !== 'failed') return undefined;
    return remedyForUser(server, reason, this.#options.reconnectCommand);
  }

  /** Servers that a person could make usable. */
  #missing(): readonly {
    readonly name: string;
    readonly state: McpServerState;
    /** What it wrote before it exited is left out. */
    readonly why: string;
    readonly remedy: string | undefined;
  }[] {
    return this.#running.configured.flatMap((server) => {
      const { name } = server;
      const { state, reason = state } = this.#running.get(name)?.phase ?? idleStatus(server);
      if (state !== 'failed' && state !== 'needs-auth' && state !== 'pending-approval') return [];
      const remedy =
        server.start.status === 'ready' && state === 'failed'
          ? remedyForModel(server, this.#options.reconnectCommand)
          : undefined;
      return [{ name, state, why: firstLine(reason), remedy }];
    });
  }
}

function idleStatus(server: ConfiguredServer): McpServerStatus {
  const { name, scope, start, notices } = server;
  return {
    name,
    scope,
    config: shownConfig(server),
    isInClient: isInClient(server),
    state: idleState(server),
    reason: start.status === 'ready' ? undefined : start.reason,
    tools: [],
    problems: notices,
    definitionTokens: 0,
    sizeProblem: undefined,
    serverInfo: undefined,
    protocolVersion: undefined,
  };
}

function idleState({ start }: ConfiguredServer): McpServerState {
  return start.status === 'ready' ? 'connecting' : start.status;
}
