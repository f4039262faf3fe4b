import type { ThinkingOptions, ToolPool } from '@sluice/core';

/** An MCP server of the session, or of this agent alone. */
export interface McpConnection {
  readonly name: string;
  /** `pending-approval`: no one has approved it yet; `cached`: its tools are known, and it connects when one is called. */
  readonly status:
    | 'disabled'
    | 'pending-approval'
    | 'connecting'
    | 'cached'
    | 'connected'
    | 'needs-auth'
    | 'failed';
}

/** A command that the user can enter, such as `/review`: a built-in one, a skill, a saved workflow, or a prompt of an MCP server. */
export interface AgentCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
}

/**
 * What an agent adds to the context of its calls (`context.extension`). Each member gives its value at the
 * time it is read.
 */
export interface AgentCallExtension<Own = unknown> {
  /** Undefined for the main agent. */
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  /**
   * The agents that work on one prompt. They share an id; the main agent has depth 0, and each agent that
   * another opens is one deeper.
   */
  readonly chain: { readonly id: string; readonly depth: number };
  /** The model for the next request, such as `anthropic/claude-sonnet-5-5`. */
  readonly model: string;
  /** Undefined: the model's own default. */
  readonly thinking: ThinkingOptions | undefined;
  /** The tool has joined after the first request, whose list of tools stays as it was. */
  readonly isAddedTool: (toolName: string) => boolean;
  /** Someone is available to answer a question. */
  readonly canAsk: boolean;
  /** US dollars; undefined: no limit. An answer that is still coming counts as soon as its cost is known. */
  readonly budgetLeftUsd: number | undefined;
  readonly pool: ToolPool;
  /** The session's servers in the order of their names, then those of this agent alone. Empty without any. */
  readonly mcp: readonly McpConnection[];
  /** By name, as the session last read their files: when it began, and at each prompt. Empty in a session without commands. */
  readonly commands: readonly AgentCommand[];
  /** The program's own `extension`. */
  readonly own: Own;
}
