import type {
  AssistantBlock,
  ModelEvent,
  ModelFailure,
  ModelProvider,
  ModelUsage,
  OpenAskedCall,
  RunEvent,
  ToolResultBlock,
  UserBlock,
} from '@sluice/core';
import type { Origin } from '../conversation/origin.ts';
import type { Activity } from './activity.ts';
import type { EndReason, Transition } from './transition.ts';

/** Every event of an agent. A closed union: readers may switch on `type` exhaustively. */
export type AgentEvent =
  | { readonly type: 'activity'; readonly activity: Activity }
  /** Content other than tool results is sent to the model. */
  | {
      readonly type: 'user';
      readonly origin: Origin;
      readonly content: readonly UserBlock[];
      /** The client's own id of the message; undefined: it gave none. */
      readonly id?: string | undefined;
    }
  /** Why the model is asked (again). */
  | { readonly type: 'transition'; readonly transition: Transition; readonly turn: number }
  /** The model's stream, as it arrives. */
  | { readonly type: 'model'; readonly messageId: string; readonly event: ModelEvent }
  /** The assistant message, in its final form. */
  | {
      readonly type: 'assistant';
      readonly messageId: string;
      readonly content: readonly AssistantBlock[];
      readonly model: string;
      readonly stopReason: string;
      readonly usage: ModelUsage;
      /** The message was cut off; its complete parts are here. */
      readonly isCut: boolean;
    }
  /** The engine's events for the message's calls. */
  | { readonly type: 'engine'; readonly event: RunEvent }
  /** The results of a message's calls, as the model gets them; follows its `assistant` event. */
  | {
      readonly type: 'results';
      readonly messageId: string;
      readonly results: readonly ToolResultBlock[];
      readonly additionalContext: readonly string[];
    }
  /** The stream failed partway: the message is discarded, and the model is asked again. */
  | {
      readonly type: 'retracted';
      readonly messageId: string;
      readonly failure: ModelFailure;
      readonly attempt: number;
      readonly delayMs: number;
    }
  /** A summary is being written, and has or has not replaced the beginning of the conversation. */
  | {
      readonly type: 'compaction';
      readonly status: 'started' | 'done' | 'failed';
      /** Why it failed. */
      readonly problem?: string;
      /** It failed because the prompt was stopped. Default: false. */
      readonly isInterrupted?: boolean;
    }
  /** The conversation was too long, so a summary replaced its beginning. */
  | {
      readonly type: 'compacted';
      readonly trigger: 'auto' | 'manual';
      readonly tokensBefore: number;
      readonly summary: string;
      /** Usage of the summary request. */
      readonly usage: ModelUsage;
    }
  /** The user has cleared the conversation: what was said before no longer reaches the model. */
  | {
      readonly type: 'cleared';
      /** The client's own id of the message that said so; undefined: it gave none. */
      readonly id: string | undefined;
    }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'result'; readonly result: AgentResult };

/** The usage of one model. */
export interface UsedModel extends Pick<ModelProvider, 'model' | 'contextWindow' | 'maxOutputTokens'> {
  readonly usage: ModelUsage;
  /** Covers the reported usage only (see `usage.isIncomplete`). Undefined: the price is unknown. */
  readonly costUsd: number | undefined;
}

type DeferredCall = Extract<AssistantBlock, { type: 'tool_use' }> & {
  /** The hook's own words. */
  readonly reason?: string;
};

/** How a hook kept a prompt from the model. */
export interface HookBlock {
  readonly event: 'UserPromptSubmit' | 'UserPromptExpansion';
  readonly reason: string;
}

/** How a prompt ended. */
export interface AgentResult {
  readonly reason: EndReason;
  /** The model's last text; may be empty. */
  readonly text: string;
  readonly stopReason: string | undefined;
  /** Number of model turns. */
  readonly turns: number;
  readonly usage: ModelUsage;
  /**
   * Undefined if the price of a model is unknown or its server did not report all usage;
   * `knownCostUsd(models)` is the known part.
   */
  readonly costUsd: number | undefined;
  /** `usage` and `costUsd` per model; never empty. */
  readonly models: readonly UsedModel[];
  readonly durationMs: number;
  /** Time spent waiting for the model. */
  readonly modelMs: number;
  readonly denials: readonly {
    readonly toolName: string;
    readonly callId: string;
    readonly input: unknown;
    /** The agent that another one opened and that made the call. Undefined: the agent itself. */
    readonly agentId?: string | undefined;
    /** No allow rule and no other mode would let the call run. Default: one would. */
    readonly isFinal?: true | undefined;
    /** Plan mode denied it: only another mode would let it run. Default: something else did. */
    readonly isOfPlanMode?: true | undefined;
  }[];
  readonly structuredOutput: unknown;
  /** The deferred call that ended the prompt, if any; it runs when the session resumes. */
  readonly deferred: DeferredCall | undefined;
  /** The open calls that ended the prompt, if any: they run when someone has answered. */
  readonly suspended?: readonly OpenAskedCall[] | undefined;
  /** The prompt was neither sent to the model nor added to the conversation: a deferred call came first. */
  readonly isPromptLost?: true;
  /** The hook that blocked the prompt, if one did; `errors` has its reason, too. */
  readonly hookBlock?: HookBlock | undefined;
  /** Why the model could not be asked, if that ended the prompt. */
  readonly failure: ModelFailure | undefined;
  /** Why the prompt did not end well, for the user; empty if it did. */
  readonly errors: readonly string[];
}
