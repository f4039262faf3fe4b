import type { ModelMessage } from '@sluice/core';
import type { ActivityCount } from './activity.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentOptions, Prompt } from './agent-options.ts';
import type { Interruption } from './interruption.ts';
import type { PromptTally } from './prompt-tally.ts';
import type { WindowFill } from './window-fill.ts';

/** An agent's options with what belongs to one prompt. */
export interface PromptScope extends AgentOptions {
  readonly interruption: Interruption;
  readonly activity: ActivityCount;
  /** What the person has said meanwhile. */
  readonly waiting: Prompt[];
  readonly fill: WindowFill;
  /** Looks at the messages of each request: what an API would refuse. */
  readonly check: (messages: readonly ModelMessage[]) => readonly string[];
  /** Told of the count of each prompt that begins. */
  readonly onTally: (tally: Pick<PromptTally, 'knownCostUsd' | 'costSoFarUsd'>) => void;
  emit(event: AgentEvent): void;
  /** Waits while the reader is far behind. */
  room(): Promise<void>;
}
