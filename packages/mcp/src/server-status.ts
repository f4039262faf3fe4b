import type { JsonObject } from '@sluice/core';

/** Where an entry of a server's configuration stands. Of two entries with one name, the one that stands first here counts. */
export type McpScope = 'flag' | 'local' | 'project' | 'user' | 'plugin' | 'managed';

export type McpServerState =
  /** Disabled by its entry or by the user. */
  | 'disabled'
  /** A project configures it, and no one has approved it. It was not started. */
  | 'pending-approval'
  | 'connecting'
  /** Its tools are known from an earlier connection; it connects at its first call, or while the model writes. */
  | 'cached'
  | 'connected'
  | 'needs-auth'
  | 'failed';

export interface McpServerStatus {
  readonly name: string;
  readonly scope: McpScope;
  /** Its entry as written, without variables, headers and what looks like a secret. */
  readonly config: JsonObject;
  /** It runs in the program that started this one. */
  readonly isInClient: boolean;
  readonly state: McpServerState;
  /** Why it isn't connected, and how to fix that: one line for the user. */
  readonly reason: string | undefined;
  /** Names of its tools, as the model calls them. */
  readonly tools: readonly string[];
  /** What is wrong with its entry or its lists, a sentence each: tools that were left out, with the reason. */
  readonly problems: readonly string[];
  /** It could not be read which tools it has; `problems` says why. Default: it could. */
  readonly isListUnread?: true | undefined;
  /** Tokens that the definitions of its tools take in a request, estimated. */
  readonly definitionTokens: number;
  /** What to do about it, if that is more than 10,000: two sentences for the user. */
  readonly sizeProblem: string | undefined;
  readonly serverInfo: { readonly name: string; readonly version: string } | undefined;
  readonly protocolVersion: string | undefined;
}

export type McpServerBrief = Pick<McpServerStatus, 'name' | 'scope' | 'state' | 'isInClient'>;
