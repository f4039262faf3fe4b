import type {
  AssistantBlock,
  ModelEvent,
  ModelFailure,
  ModelProvider,
  ModelUsage,
  RunEvent,
  ToolResultBlock,
  UserBlock,
} from '@sluice/core';
import type { Origin } from '../conversation/origin.ts';
import type { Activity } from './activity.ts';
import type { EndReason, Transition } from './transition.ts';

/** Everything that an agent may say. A closed union: a reader may switch on `type` exhaustively. */
export type AgentEvent =
  | { readonly type: 'activity'; readonly activity: Activity }
  /** Something other than a tool's results goes to the model. */
  | { readonly type: 'user'; readonly origin: Origin; readonly content: readonly UserBlock[] }
  /** Why the model is asked (again). */
  | { readonly type: 'transition'; readonly transition: Transition; readonly turn: number }
  /** What the model's stream says, as it comes. */
  | { readonly type: 'model'; readonly messageId: string; readonly event: ModelEvent }
  /** The model's message, as whole as it will be. */
  | {
      readonly type: 'assistant';
      readonly messageId: string;
      readonly content: readonly AssistantBlock[];
      readonly model: string;
      readonly stopReason: string;
      readonly usage: ModelUsage;
      /** It was cut off; what was whole of it stands here. */
      readonly isCut: boolean;
    }
  /** What the engine says of the message's calls. */
  | { readonly type: 'engine'; readonly event: RunEvent }
  /** The results of a message's calls, as the model gets them; after its `assistant`. */
  | {
      readonly type: 'results';
      readonly messageId: string;
      readonly results: readonly ToolResultBlock[];
      readonly additionalContext: readonly string[];
    }
  /** The stream failed in its midst: the message is taken back, and the model asked again. */
  | {
      readonly type: 'retracted';
      readonly messageId: string;
      readonly failure: ModelFailure;
      readonly attempt: number;
      readonly delayMs: number;
    }
  /** The conversation was too long: a summary stands for what came before. */
  | {
      readonly type: 'compacted';
      readonly trigger: 'auto' | 'manual';
      readonly tokensBefore: number;
      readonly summary: string;
      /** What asking for it has used. */
      readonly usage: ModelUsage;
    }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'result'; readonly result: AgentResult };

/** What one model has used. */
export interface UsedModel extends Pick<ModelProvider, 'model' | 'contextWindow' | 'maxOutputTokens'> {
  readonly usage: ModelUsage;
  /** Of the usage as far as it was reported (`usage.isIncomplete`); undefined: the price is unknown. */
  readonly costUsd: number | undefined;
}

export type DeferredCall = Extract<AssistantBlock, { type: 'tool_use' }> & {
  /** In the words of the hook. */
  readonly reason?: string;
};

/** How a prompt ended. */
export interface AgentResult {
  readonly reason: EndReason;
  /** The model's last words; empty where it had none. */
  readonly text: string;
  readonly stopReason: string | undefined;
  /** Answers of the model. */
  readonly turns: number;
  readonly usage: ModelUsage;
  /**
   * Undefined where a model was used whose price is unknown, or whose server did not report all usage;
   * `knownCostUsd(models)` is the part that is known.
   */
  readonly costUsd: number | undefined;
  /** The parts of `usage` and `costUsd`, by the model that was asked; never empty. */
  readonly models: readonly UsedModel[];
  readonly durationMs: number;
  /** Spent waiting for the model. */
  readonly modelMs: number;
  readonly denials: readonly {
    readonly toolName: string;
    readonly callId: string;
    readonly input: unknown;
  }[];
  readonly structuredOutput: unknown;
  /** The call that a hook has put off, where the prompt ended with that: it is made when the session goes on. */
  readonly deferred: DeferredCall | undefined;
  /** The prompt went neither to the model nor into the conversation: a call that was put off came first. */
  readonly isPromptLost?: true;
  /** Why the model could not be asked, where the prompt ended with that. */
  readonly failure: ModelFailure | undefined;
  /** For a person: what kept it from ending well; empty where it did. */
  readonly errors: readonly string[];
}
