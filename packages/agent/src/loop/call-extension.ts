import type { ThinkingOptions, ToolPool } from '@sluice/core';

/** An MCP server that the agent's tools may come from. */
export interface McpConnection {
  readonly name: string;
  readonly status: 'connecting' | 'connected' | 'failed' | 'disabled';
}

/** A command that a person may give, such as `/review`. */
export interface AgentCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
}

/** What an agent adds to the context of its calls (`context.extension`). Each member is as it is when it is read. */
export interface AgentCallExtension<Own = unknown> {
  /** Undefined for the main agent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /** The agents that work on one prompt: the same id for all of them; 0 for the main one, one more for each that opened another. */
  readonly chain: { readonly id: string; readonly depth: number };
  /** The model that is asked next, such as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  /** Undefined: the model's own default. */
  readonly thinking: ThinkingOptions | undefined;
  /** Someone may answer a question now. */
  readonly canAsk: boolean;
  /** US dollars; undefined: no limit. Requests that still run are not counted yet. */
  readonly budgetLeftUsd: number | undefined;
  readonly pool: ToolPool;
  /** Empty: there is no MCP client yet. */
  readonly mcp: readonly McpConnection[];
  /** Empty: there are no commands yet. */
  readonly commands: readonly AgentCommand[];
  /** What the program gave as its own `extension`. */
  readonly own: Own;
}
