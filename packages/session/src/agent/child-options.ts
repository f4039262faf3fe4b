import type { AgentHooks } from '@sluice/agent';
import type { AnyTool, CallContext, DeriveOptions, ToolPool } from '@sluice/core';
import type { TracedValue } from '@sluice/settings';
import type { OpenAgentOptions } from './agent-options.ts';
import type { AssembledAgent } from './assembled-agent.ts';

/** What an agent is made from that another opens. What is left out is as its parent has it. */
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
      | 'appendSystemPrompt'
      | 'readsInstructions'
    >,
    DeriveOptions {
  readonly parent: AssembledAgent;
  /** What it is opened as, such as `Explore`: hooks match it. */
  readonly type: string;
  /** What a person is shown. Default: its type. */
  readonly name?: string;
  /** Unique in the session; letters, digits, `-` and `_`. Default: random. */
  readonly id?: string;
  /** The agent of this id has ended, and goes on with its conversation. Default false. */
  readonly resume?: boolean;
  /** The call of its parent that opens it: that call no longer keeps its paths from other agents. Default: none does. */
  readonly call?: Pick<CallContext, 'callId' | 'messageId'>;
  /** Default: its parent's pool, live. */
  readonly tools?: readonly AnyTool[] | ToolPool;
  /** Hooks that run for it alone, as the settings have them under `hooks`. Default: none. */
  readonly hooks?: readonly TracedValue[];
  /** Asked before its work ends, such as hooks of SubagentStop. Default: nobody is. */
  readonly stopping?: AgentHooks['stopping'];
}
