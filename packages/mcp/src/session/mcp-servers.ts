import type { AnyTool, JsonObject, SchemaValidator, ToolPool, ToolSources } from '@sluice/core';
import type { ClientFacts } from '../client/asks/answer-server.ts';
import type { CallBackground } from '../client/movable-call.ts';
import type { PeerAnswer } from '../client/peer.ts';
import type { McpPrompt } from '../client/prompts.ts';
import type { ListedResource } from '../client/resources/listed-resource.ts';
import type { ShowImage } from '../client/results/check-images.ts';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { McpServerBrief, McpServerStatus } from '../server-status.ts';
import type { TransportContext } from '../transport/transport-context.ts';
import type { ReconnectCommand } from './remedies.ts';

/**
 * The MCP servers of a session. They connect in the background; the tools of each join the session's pool as the source
 * `mcp:<name>`, and leave it when the server goes.
 */
export interface McpServers extends AsyncDisposable, ToolSources {
  /** In the order of their names. */
  status(): readonly McpServerStatus[];
  /** The part of `status` that needs no look at tools and entries. */
  states(): readonly McpServerBrief[];
  /** Of the connected servers, in name order. Changes are reported to `onChange`. */
  prompts(): readonly McpPrompt[];
  /** What connected servers offer as resources, asked for now. Never rejects. */
  resources(signal: AbortSignal): Promise<readonly ListedResource[]>;
  /** What servers say about their tools for the model, in the order of their names: cleaned, at most 2 KiB each. */
  instructions(): readonly { readonly server: string; readonly text: string }[];
  onChange(listener: () => void): () => void;
  /** Names of servers that connect for the first time, unless `isDenied` for every tool they could have. */
  connecting(isDenied: (tool: AnyTool) => boolean): readonly string[];
  /** Servers that can't be used until the user logs in, with the reason, unless `isDenied` for every tool they could have. */
  needingLogin(
    isDenied: (tool: AnyTool) => boolean,
  ): readonly { readonly name: string; readonly reason: string }[];
  /** Waits as long as the first request of a session does for its tools, which then join the pool. Once they have, it returns at once. */
  readyForFirstRequest(signal?: AbortSignal): Promise<void>;
  /**
   * Replaces the servers: new ones start, missing ones end, and those with a changed entry are restarted. The others keep running.
   */
  update(servers: readonly ConfiguredServer[]): void;
  /** Connects the server that a tool of this name is of, if all that is known of it is from an earlier session: it may have more tools now. */
  wake(toolName: string): void;
  /**
   * Waits for the server that a tool of this name would be of, at most five seconds; a remote one that has failed is tried again.
   * Undefined: none that may still offer it is connecting. Never rejects.
   */
  arrival(toolName: string): Promise<void> | undefined;
  /**
   * Waits for those of the chosen servers that are connecting, as long as a server may take to connect. Undefined: none of them is, or a
   * rule denies them. Never rejects.
   */
  connected(isChosen: IsChosen, signal?: AbortSignal): Promise<void> | undefined;
  /** Why the server that a tool of this name would be of can't be used now, in sentences for the model. Undefined: it can, or there is no such server. */
  whyMissing(toolName: string): string | undefined;
  /** Why the first of the chosen servers that can't be used now can't, in sentences for the user. */
  whyUnusable(isChosen: IsChosen): string | undefined;
  /** What the user can do about a server that failed, as a sentence. Undefined: it didn't, or there is nothing. */
  userRemedy(name: string): string | undefined;
  /** What is wrong with the lists of a server, a sentence each: tools that were left out, with the reason, and lists that were cut. */
  listProblems(name: string): readonly string[];
  /** Ends a server's connection and makes a new one. False: no server of that name is in use. */
  reconnect(name: string): boolean;
  /** Connects remote servers that have failed, unless that was tried a moment ago: 5 seconds at first, later up to a minute. */
  retryFailed(): void;
  /** Files that change when a user logs in at a server. */
  loginFiles(): readonly string[];
  /** Connects servers that need a login, if another one has been made since they were last tried. */
  loginsChanged(): void;
  /** Notifies servers that the session's directories have changed. */
  rootsChanged(): void;
  /**
   * Calls a tool by its own name, outside of any run. Never rejects; `signal` ends the wait, and so does the time that the server's
   * entry gives to a call. No one is asked, no rule is checked, and the definition is not compared with the one that a rule allowed.
   * @param waitMs how long to wait for a server that still connects
   */
  call(
    call: {
      readonly server: string;
      readonly tool: string;
      readonly input: JsonObject;
      readonly signal: AbortSignal;
      /**
       * As for a call of a model: the tool is not run if its definition is no longer the one that is known now, which only a server
       * that connects for the call can bring about, or a change that it has announced. For callers that chose the tool by its
       * definition. Default false: hooks and `--permission-prompt-tool` name a tool in settings, and must work at their first call.
       */
      readonly isOnlyAsKnown?: boolean | undefined;
    },
    waitMs?: number,
  ): Promise<PeerAnswer>;
  /** Reads a resource, outside of any run. Never rejects; `signal` ends the wait. */
  readResource(
    what: { readonly server: string; readonly uri: string; readonly signal: AbortSignal },
    waitMs?: number,
  ): Promise<PeerAnswer>;
}

/** Whether a server is chosen, by its name and by what the names of its tools and prompts begin with: `mcp__a__`. */
export type IsChosen = (server: string, prefix: string) => boolean;

export interface McpServersOptions extends TransportContext {
  readonly servers: readonly ConfiguredServer[];
  readonly pool: Pick<ToolPool, 'update' | 'updateAll'>;
  readonly validator: SchemaValidator;
  /** Tools wait for tool search, but for those that say `alwaysLoad`. */
  readonly isDeferred: boolean;
  /** The first request waits until every server is connected or has failed. */
  readonly waitsForAll: boolean;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly client: ClientFacts;
  /** Where long calls of the main agent go on. Default: nowhere. */
  readonly background?: CallBackground | undefined;
  /** The rule that denies a tool, as text: of a server that is denied as a whole, resources and prompts are too. Default: none. */
  readonly denyingRule?: ((tool: AnyTool) => string | undefined) | undefined;
  /** What the user types to connect a server again. Default: there is no such command. */
  readonly reconnectCommand?: ReconnectCommand;
  /** The rule that asks about a tool, as text. Default: none. */
  readonly askingRule?: ((tool: AnyTool) => string | undefined) | undefined;
  /** Prepares images for models. Default: they are shown as they came. */
  readonly showImage?: ShowImage | undefined;
  /** The W3C `traceparent` that a call sends to its server. Must not throw. Default: none. */
  readonly traceparent?: ((callId: string) => string | undefined) | undefined;
}
