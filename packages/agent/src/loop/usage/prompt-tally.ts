import {
  canBeLifted,
  isOfPlanMode,
  type Clock,
  type ModelFailure,
  type ModelUsage,
  type OpenAskedCall,
  type Outcome,
  type RunEvent,
} from '@sluice/core';
import type { ToolUse } from '../../conversation/tool-use.ts';
import type { AgentResult, HookBlock, UsedModel } from '../agent-event.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { EndReason } from '../transition.ts';
import type { Turn } from '../turn.ts';
import { addUsage } from './token-usage.ts';
import { UsedModels, type AskedModel } from './used-models.ts';

/** Collects the usage and events of a prompt for its result. */
export interface PromptTally {
  readonly turns: number;
  /** Undefined if the price of a model is unknown or its server did not report all usage. */
  readonly costUsd: number | undefined;
  /** The known part of the cost. */
  readonly knownCostUsd: number;
  /** The known cost including the current turn so far. */
  readonly costSoFarUsd: number;
  /** The models that were used, including the current turn so far. */
  readonly modelsSoFar: readonly UsedModel[];
  /** The model answered, but its server did not report usage. */
  readonly hasUnreportedAnswer: boolean;
  /** The model's last text; if a message was cut off and continued, all of it. */
  readonly text: string;
  readonly stopReason: string | undefined;
  /** Ids of calls that the user declined without comment. */
  readonly declined: ReadonlySet<string>;
  /** `asked`: the model at the time the turn began. */
  addTurn(turn: Turn, asked: AskedModel): void;
  /** Usage of the current turn so far; its calls may still be running. It costs something once it is whole. */
  noteAnswer(usage: ModelUsage, asked: AskedModel, isWhole: boolean): void;
  /** A model request outside of the turns. */
  addRequest(usage: ModelUsage, modelMs: number, asked: AskedModel): void;
  addEvent(event: RunEvent): void;
  addError(message: string): void;
  /** A slash command has answered: its text is the result. */
  answer(text: string): void;
  /** The model could not be asked. */
  fail(failure: ModelFailure): void;
  /** A hook blocked the prompt. */
  block(block: HookBlock): void;
  /** A hook deferred this call for this reason. */
  defer(call: ToolUse, reason: string | undefined): void;
  /** These calls stay open until someone answers. */
  suspend(calls: readonly OpenAskedCall[]): void;
  /** The prompt had no turn; `why` is for the user. */
  losePrompt(why: string): void;
  result(reason: EndReason, structuredOutput: unknown): AgentResult;
}

export function createPromptTally(
  clock: Clock,
  price: AgentOptions['price'],
  first: AskedModel,
): PromptTally {
  return new RunningTally(clock, new UsedModels(price, first));
}

/** The denial that this event reports, if it reports one. */
export function denialOf(
  event: RunEvent,
): { readonly denial: AgentResult['denials'][number]; readonly endsTurn: boolean } | undefined {
  if (event.type !== 'tool-result') return undefined;
  const { toolName, callId, outcome, record } = event;
  if (outcome.code !== 'denied' && !isDeniedByHook(outcome)) return undefined;
  const isFinal = outcome.code === 'denied' && canBeLifted(outcome.grounds) ? undefined : true;
  const isOfPlan = outcome.code === 'denied' && isOfPlanMode(outcome.grounds) ? true : undefined;
  return {
    denial: { toolName, callId, input: record.input, isFinal, isOfPlanMode: isOfPlan },
    endsTurn: outcome.code === 'denied' && outcome.endsTurn === true,
  };
}

/** A deferred call is none of the denials: it may still run. */
function isDeniedByHook(outcome: Outcome): boolean {
  return outcome.code === 'blocked-by-hook' && outcome.isDeferred !== true;
}

class RunningTally implements PromptTally {
  readonly declined = new Set<string>();
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #used: UsedModels;
  readonly #denials: AgentResult['denials'][number][] = [];
  readonly #errors: string[] = [];
  #modelMs = 0;
  #turns = 0;
  #text = '';
  #stopReason: string | undefined;
  #hasUnreportedAnswer = false;
  /** The last message was cut off, and the next one continues it. */
  #isUnfinished = false;
  /** What a result has only after some ends. */
  readonly #end: {
    -readonly [Key in 'deferred' | 'suspended' | 'isPromptLost' | 'hookBlock' | 'failure']?: AgentResult[Key];
  } = {};

  constructor(clock: Clock, used: UsedModels) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#used = used;
  }

  get turns(): number {
    return this.#turns;
  }

  get costUsd(): number | undefined {
    return this.#used.costUsd;
  }

  get knownCostUsd(): number {
    return this.#used.knownCostUsd;
  }

  get costSoFarUsd(): number {
    return this.#used.costSoFarUsd;
  }

  get modelsSoFar(): readonly UsedModel[] {
    return this.#used.modelsSoFar;
  }

  get hasUnreportedAnswer(): boolean {
    return this.#hasUnreportedAnswer;
  }

  get text(): string {
    return this.#text;
  }

  get stopReason(): string | undefined {
    return this.#stopReason;
  }

  addTurn(turn: Turn, asked: AskedModel): void {
    if (turn.outcome === 'answered' || turn.content.length > 0) this.#turns += 1;
    this.#used.add(addUsage(turn.usage, turn.lostUsage), asked);
    this.#used.noteAnswer(undefined);
    this.#hasUnreportedAnswer ||= turn.outcome === 'answered' && turn.usage.isIncomplete === true;
    this.#modelMs += turn.modelMs;
    const words = turn.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
    // Continues the text that was cut off.
    if (this.#isUnfinished) this.#text += words;
    else if (words.trim() !== '') this.#text = words;
    const { stopReason } = turn;
    this.#stopReason = stopReason;
    this.#isUnfinished = !turn.hasCalls && (stopReason === 'max_tokens' || stopReason === 'pause_turn');
  }

  noteAnswer(usage: ModelUsage, asked: AskedModel, isWhole: boolean): void {
    this.#used.noteAnswer({ usage, asked, isWhole });
  }

  addRequest(usage: ModelUsage, modelMs: number, asked: AskedModel): void {
    this.#used.add(usage, asked);
    this.#modelMs += modelMs;
  }

  addEvent(event: RunEvent): void {
    const denial = denialOf(event);
    if (denial === undefined) return;
    this.#denials.push(denial.denial);
    if (denial.endsTurn) this.declined.add(denial.denial.callId);
  }

  addError(message: string): void {
    this.#errors.push(message);
  }

  answer(text: string): void {
    this.#text = text;
  }

  fail(failure: ModelFailure): void {
    this.#end.failure = failure;
    this.#errors.push(failure.message);
  }

  block(block: HookBlock): void {
    this.#end.hookBlock = block;
  }

  defer(call: ToolUse, reason: string | undefined): void {
    this.#end.deferred = { ...call, reason };
  }

  suspend(calls: readonly OpenAskedCall[]): void {
    this.#end.suspended = calls;
  }

  losePrompt(why: string): void {
    this.#end.isPromptLost = true;
    this.#errors.push(why);
  }

  result(reason: EndReason, structuredOutput: unknown): AgentResult {
    const { deferred, suspended, isPromptLost, hookBlock, failure } = this.#end;
    const isDeferred = reason === 'tool-deferred';
    return {
      reason,
      text: this.#text,
      stopReason: this.#stopReason,
      turns: this.#turns,
      usage: this.#used.usage,
      costUsd: this.costUsd,
      models: this.#used.models,
      durationMs: this.#clock.now() - this.#startedAt,
      modelMs: this.#modelMs,
      denials: this.#denials,
      structuredOutput,
      deferred: isDeferred ? deferred : undefined,
      suspended: isDeferred ? suspended : undefined,
      isPromptLost,
      hookBlock,
      failure,
      errors: this.#errors,
    };
  }
}
