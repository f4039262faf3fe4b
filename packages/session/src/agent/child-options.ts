import type { AgentHooks } from '@sluice/agent';
import type { McpServers } from '@sluice/mcp';
import type { AnyTool, CallContext, DeriveOptions, ForkOptions, ModelMessage, ToolPool } from '@sluice/core';
import type { TracedValue } from '@sluice/settings';
import type { OpenAgentOptions } from './agent-options.ts';
import type { AssembledAgent } from './assembled-agent.ts';

/** Texts for a model before its next request. `messages`: the conversation as that will carry it. Must not reject. */
export type AgentNotes = (messages: readonly ModelMessage[]) => Promise<readonly string[]>;

/** Options for an agent that another agent opens. Anything omitted is inherited from its parent. */
export interface OpenChildOptions
  extends
    Pick<
      OpenAgentOptions,
      | 'model'
      | 'effort'
      | 'maxTurns'
      | 'output'
      | 'maxConcurrency'
      | 'extension'
      | 'systemPrompt'
      | 'addsEnvironment'
      | 'appendSystemPrompt'
      | 'readsInstructions'
    >,
    DeriveOptions {
  readonly parent: AssembledAgent;
  /** The agent type, such as `Explore`, which hooks match. */
  readonly type: string;
  /** The name shown to the user. Default: its type. */
  readonly name?: string;
  /** What it does, in a few words, for the journal. Default: none. */
  readonly description?: string | undefined;
  /** Its first prompt, which the opener's journal keeps until its own has it. */
  readonly task?: string | undefined;
  /** The types of the agents around it, outermost first. Default: none. */
  readonly chain?: readonly string[];
  /** How deep it is. Default: one deeper than its parent. */
  readonly depth?: number | undefined;
  /** Unique in the session; letters, digits, `-` and `_`. Default: random. */
  readonly id?: string;
  /** Resume the conversation of the ended agent with this id. Default false. */
  readonly resume?: boolean;
  /**
   * The parent's call that opens it; that call then no longer locks its paths against other agents. Default:
   * none.
   */
  readonly call?: Pick<CallContext, 'callId'> & { readonly messageId?: string | undefined };
  /**
   * It starts with its parent's system prompt, and with its parent's conversation before this message, which must be in the
   * parent's journal. Default: with nothing.
   */
  readonly forkedAt?: string | undefined;
  /** The worktree that it works in, with `isolation`. Default: where its parent works. */
  readonly worktree?: { readonly name: string; readonly directory: string } | undefined;
  /** The name of the worktree that its parent works in, for the journal. Default: none. */
  readonly inheritedWorktree?: string | undefined;
  /** Default: its parent's pool, which may change. */
  readonly tools?: readonly AnyTool[] | ToolPool;
  /** MCP servers of this agent alone, whose tools are in `tools`. Default: none. */
  readonly servers?: Pick<McpServers, 'status'> | undefined;
  /** Hooks that run only for this agent, in the format of `hooks` in the settings. Default: none. */
  readonly hooks?: readonly TracedValue[];
  /** Asked before its work ends. Default: hooks of SubagentStop are. */
  readonly stopping?: AgentHooks['stopping'];
  /** Asked after hooks of SubagentStop: its work may still go on. Default: nothing is. */
  readonly idle?: AgentHooks['stopping'] | undefined;
  /** Answers its asks, given who would otherwise. Default: who answers its parent's. */
  readonly askerAround?: ForkOptions['askerAround'];
  /** It has a tool that hands its plan over. Default false. */
  readonly handsPlan?: boolean | undefined;
  /** The conversation of its parent waits for it, so its requests must not wait for that. Default false. */
  readonly isBeside?: boolean;
  /** It belongs to the session's team. Default false. */
  readonly isTeammate?: boolean | undefined;
  /** Called when it has ended. Default: nothing is. */
  readonly closed?: (() => Promise<void>) | undefined;
  /** More texts for its model before each request. Default: none. */
  readonly notes?: AgentNotes;
}
