import type { Clock, ModelUsage, RunEvent } from '@sluice/core';
import type { AgentResult } from './agent-event.ts';
import type { EndReason } from './transition.ts';
import type { Turn } from './turn.ts';
import { addUsage, costOf, NO_USAGE, type ModelPrice } from './usage.ts';

/** What a prompt has used and met, for its result. */
export interface PromptTally {
  readonly turns: number;
  readonly costUsd: number | undefined;
  /** The model's last words; of a message that was cut off and gone on with, all of it. */
  readonly text: string;
  readonly stopReason: string | undefined;
  /** Ids of calls that a person has declined without a word. */
  readonly declined: ReadonlySet<string>;
  addTurn(turn: Turn): void;
  /** Asked of the model beside its turns. */
  addRequest(usage: ModelUsage, modelMs: number): void;
  addEvent(event: RunEvent): void;
  addError(message: string): void;
  result(reason: EndReason, structuredOutput: unknown): AgentResult;
}

export function createPromptTally(clock: Clock, price: ModelPrice | undefined): PromptTally {
  const startedAt = clock.now();
  const denials: AgentResult['denials'][number][] = [];
  const declined = new Set<string>();
  const errors: string[] = [];
  let usage = NO_USAGE;
  let modelMs = 0;
  let turns = 0;
  let text = '';
  let stopReason: string | undefined;
  /** The last message was cut off, and the next one goes on with it. */
  let isUnfinished = false;
  const costUsd = (): number | undefined => (price === undefined ? undefined : costOf(usage, price));
  return {
    get turns() {
      return turns;
    },
    get costUsd() {
      return costUsd();
    },
    get text() {
      return text;
    },
    get stopReason() {
      return stopReason;
    },
    declined,
    addTurn(turn) {
      if (turn.outcome === 'answered' || turn.content.length > 0) turns += 1;
      usage = addUsage(addUsage(usage, turn.usage), turn.lostUsage);
      modelMs += turn.modelMs;
      const words = turn.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
      // What the model goes on with is the rest of what it had begun.
      if (isUnfinished) text += words;
      else if (words.trim() !== '') text = words;
      ({ stopReason } = turn);
      isUnfinished = !turn.hasCalls && (stopReason === 'max_tokens' || stopReason === 'pause_turn');
    },
    addRequest(used, ms) {
      usage = addUsage(usage, used);
      modelMs += ms;
    },
    addEvent(event) {
      if (event.type !== 'tool-result' || event.outcome.code !== 'denied') return;
      const { toolName, callId, outcome, record } = event;
      denials.push({ toolName, callId, input: record.input });
      if (outcome.endsTurn === true) declined.add(callId);
    },
    addError: (message) => void errors.push(message),
    result: (reason, structuredOutput) => ({
      reason,
      text,
      stopReason,
      turns,
      usage,
      costUsd: costUsd(),
      durationMs: clock.now() - startedAt,
      modelMs,
      denials,
      structuredOutput,
      errors,
    }),
  };
}
