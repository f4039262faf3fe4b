import type { PermissionRule } from '@sluice/core';
import type { McpServers, ServerAsks } from '@sluice/mcp';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import { applyToolPolicies } from './apply-tool-policies.ts';
import { openAgentServers, type OpenAgentServers } from './open-agent-servers.ts';
import { findMcpServers, openMcp, type FoundMcpServers, type OpenMcpContext } from './open-mcp.ts';
import { reportMissingServers } from './report-missing-servers.ts';
import { watchMcp, type McpWatch } from './watch-mcp.ts';

type Configured = Extract<FoundMcpServers, { readonly ok: true }>;

/** What hooks do for servers. */
interface HooksForServers {
  /** They answer what servers ask before the person does. */
  readonly asks: ServerAsks | undefined;
  /** The first servers have joined a session that began without any. */
  readonly onFirst: () => Promise<void>;
}

/**
 * The MCP servers of a session: those that run now, and what follows changes of their configuration. There are none until `open`, so that
 * hooks and tools, which servers need to start, can be given the place where they find servers later.
 */
export class SessionServers {
  #options: SessionPartsOptions;
  #onFirst: HooksForServers['onFirst'] = async () => {};
  #current: McpServers | undefined;
  #watch: McpWatch | undefined;
  #policies: readonly PermissionRule[] = [];

  constructor(options: SessionPartsOptions) {
    this.#options = options;
  }

  /** Called once, before any server is opened. */
  connect({ asks, onFirst }: HooksForServers): void {
    const { mcp } = this.#options;
    this.#options = { ...this.#options, mcp: mcp && { ...mcp, asks } };
    this.#onFirst = onFirst;
  }

  /** Undefined: there are none so far. */
  get current(): McpServers | undefined {
    return this.#current;
  }

  async open(servers: Configured['servers'], context: OpenMcpContext): Promise<void> {
    await this.#restrict(servers, context);
    this.#current = await openMcp(servers, this.#options.mcp ?? {}, context);
  }

  async #restrict(
    servers: Configured['servers'],
    { permission: { state } }: Pick<OpenMcpContext, 'permission'>,
  ): Promise<void> {
    this.#policies = await applyToolPolicies(servers, { state, before: this.#policies, mayAllow: true });
  }

  async close(): Promise<void> {
    await this.#current?.[Symbol.asyncDispose]();
  }

  /** Starts servers for one agent. Undefined: the session has no MCP. */
  forAgents(context: OpenMcpContext): OpenAgentServers | undefined {
    const { mcp } = this.#options;
    if (mcp === undefined) return undefined;
    return (configured, pool) =>
      openAgentServers(configured, { ...this.#options, mcp }, { ...context, pool });
  }

  /** Undefined: the session has no MCP, or only plans calls. */
  follower(
    first: Configured,
    context: OpenMcpContext,
    tell: (text: string) => void,
  ): (() => McpWatch) | undefined {
    if (this.#options.mcp === undefined || this.#options.isOnlyPlanned === true) return undefined;
    return () => (this.#watch ??= this.#follow(first, context, tell));
  }

  #follow(first: Configured, context: OpenMcpContext, tell: (text: string) => void): McpWatch {
    const options = this.#options;
    return watchMcp({
      first,
      loaded: context.permission.loaded,
      find: (now) => findMcpServers(options, context, now),
      findAdded: ({ entries, ofClient }) =>
        findMcpServers(
          {
            ...options,
            mcp: {
              configs: Object.keys(entries).length === 0 ? [] : [JSON.stringify({ mcpServers: entries })],
              clientServers: ofClient,
              plugins: [],
              only: Object.keys(entries),
              isStrict: true,
            },
          },
          context,
        ),
      current: () => this.#current,
      open: async (servers) => {
        await this.open(servers, context);
        await Promise.all([this.#current?.readyForFirstRequest(), this.#onFirst()]);
      },
      starting: (servers) => this.#restrict(servers, context),
      started: (servers) => {
        const { onMissing } = options.mcp ?? {};
        if (this.#current !== undefined && onMissing !== undefined)
          reportMissingServers(servers, this.#current, onMissing);
      },
      tell,
    });
  }
}
