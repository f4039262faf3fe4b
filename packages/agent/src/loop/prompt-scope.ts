import type { ModelMessage } from '@sluice/core';
import type { ActivityCount } from './activity.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentOptions, Prompt } from './agent-options.ts';
import type { Interruption } from './interruption.ts';
import type { PromptTally } from './usage/prompt-tally.ts';
import type { Reservation } from './usage/reservation.ts';
import type { WindowFill } from './usage/window-fill.ts';

/** An agent's options plus the state of one prompt. */
export interface PromptScope extends AgentOptions {
  readonly interruption: Interruption;
  readonly activity: ActivityCount;
  /** Messages from the user in the meantime. */
  readonly waiting: Prompt[];
  readonly fill: WindowFill;
  /** Default: nothing is reserved. */
  readonly reservation?: Reservation | undefined;
  /** Whether the requests so far have used the budget up. Default: they have not. */
  readonly isBudgetUsedUp?: (() => boolean) | undefined;
  /** Checks the messages of each request for what an API would reject. */
  readonly check: (messages: readonly ModelMessage[]) => readonly string[];
  /** Called with the tally of each prompt that begins. */
  readonly onTally: (tally: Pick<PromptTally, 'knownCostUsd' | 'costSoFarUsd' | 'modelsSoFar'>) => void;
  emit(event: AgentEvent): void;
  /** Waits while the reader is far behind. */
  room(): Promise<void>;
}
