import {
  canBeLifted,
  type Clock,
  type ModelFailure,
  type ModelProvider,
  type ModelUsage,
  type OpenAskedCall,
  type RunEvent,
} from '@sluice/core';
import type { ToolUse } from '../conversation/tool-use.ts';
import type { AgentResult, UsedModel } from './agent-event.ts';
import type { AgentOptions } from './agent-options.ts';
import type { EndReason } from './transition.ts';
import type { Turn } from './turn.ts';
import { addUsage, contextTokens, costOf, knownCostUsd, NO_USAGE } from './usage.ts';

/** Collects the usage and events of a prompt for its result. */
export interface PromptTally {
  readonly turns: number;
  /** Undefined if the price of a model is unknown or its server did not report all usage. */
  readonly costUsd: number | undefined;
  /** The known part of the cost. */
  readonly knownCostUsd: number;
  /** The known cost including the current turn so far. */
  readonly costSoFarUsd: number;
  /** The model answered, but its server did not report usage. */
  readonly hasUnreportedAnswer: boolean;
  /** The model's last text; if a message was cut off and continued, all of it. */
  readonly text: string;
  readonly stopReason: string | undefined;
  /** Ids of calls that the user declined without comment. */
  readonly declined: ReadonlySet<string>;
  /** `asked`: the model at the time the turn began. */
  addTurn(turn: Turn, asked: AskedModel): void;
  /** Usage of the current turn so far; its calls may still be running. */
  noteAnswer(usage: ModelUsage, asked: AskedModel): void;
  /** A model request outside of the turns. */
  addRequest(usage: ModelUsage, modelMs: number, asked: AskedModel): void;
  addEvent(event: RunEvent): void;
  addError(message: string): void;
  /** A slash command has answered: its text is the result. */
  answer(text: string): void;
  /** The model could not be asked. */
  fail(failure: ModelFailure): void;
  /** A hook deferred this call for this reason. */
  defer(call: ToolUse, reason: string | undefined): void;
  /** These calls stay open until someone answers. */
  suspend(calls: readonly OpenAskedCall[]): void;
  /** The prompt had no turn; `why` is for the user. */
  losePrompt(why: string): void;
  result(reason: EndReason, structuredOutput: unknown): AgentResult;
}

type AskedModel = Pick<UsedModel, 'model' | 'contextWindow' | 'maxOutputTokens'>;

/** The model that gave the last answer, if it isn't the one that was asked. */
export function answeringModel({ answeredBy }: ModelProvider, asked: AskedModel): AskedModel {
  return answeredBy === undefined ? asked : askedModel(answeredBy);
}

/** A snapshot, since the model may be switched in the meantime. */
export function askedModel({ model, contextWindow, maxOutputTokens }: ModelProvider): AskedModel {
  return { model, contextWindow, maxOutputTokens };
}

export function createPromptTally(
  clock: Clock,
  price: AgentOptions['price'],
  first: AskedModel,
): PromptTally {
  const priceOf = typeof price === 'function' ? price : () => price;
  const startedAt = clock.now();
  const denials: AgentResult['denials'][number][] = [];
  const declined = new Set<string>();
  const errors: string[] = [];
  let usage = NO_USAGE;
  let modelMs = 0;
  let turns = 0;
  let text = '';
  let stopReason: string | undefined;
  let deferred: AgentResult['deferred'];
  let suspended: AgentResult['suspended'];
  let isPromptLost = false;
  let hasUnreportedAnswer = false;
  let failure: ModelFailure | undefined;
  /** The last message was cut off, and the next one continues it. */
  let isUnfinished = false;
  const used = new Map<string, { readonly asked: AskedModel; usage: ModelUsage }>();
  const use = (added: ModelUsage, asked: AskedModel): void => {
    usage = addUsage(usage, added);
    const before = used.get(asked.model)?.usage ?? NO_USAGE;
    used.set(asked.model, { asked, usage: addUsage(before, added) });
  };
  use(NO_USAGE, first);
  let answer: { readonly usage: ModelUsage; readonly asked: AskedModel } | undefined;
  const models = (): readonly UsedModel[] =>
    [...used.values()].map(({ asked, usage: ofModel }) => {
      const known = priceOf(asked.model);
      return { ...asked, usage: ofModel, costUsd: known === undefined ? undefined : costOf(ofModel, known) };
    });
  const costUsd = (): number | undefined => {
    const all = models();
    const isKnown = all.every(
      (model) =>
        model.usage.isIncomplete === undefined &&
        (model.costUsd !== undefined || contextTokens(model.usage) === 0),
    );
    return isKnown ? knownCostUsd(all) : undefined;
  };
  return {
    get turns() {
      return turns;
    },
    get costUsd() {
      return costUsd();
    },
    get knownCostUsd() {
      return knownCostUsd(models());
    },
    get costSoFarUsd() {
      const price = answer === undefined ? undefined : priceOf(answer.asked.model);
      const ofAnswer = answer === undefined || price === undefined ? 0 : costOf(answer.usage, price);
      return knownCostUsd(models()) + ofAnswer;
    },
    get hasUnreportedAnswer() {
      return hasUnreportedAnswer;
    },
    get text() {
      return text;
    },
    get stopReason() {
      return stopReason;
    },
    declined,
    noteAnswer: (used, asked) => void (answer = { usage: used, asked }),
    addTurn(turn, asked) {
      answer = undefined;
      if (turn.outcome === 'answered' || turn.content.length > 0) turns += 1;
      use(addUsage(turn.usage, turn.lostUsage), asked);
      hasUnreportedAnswer ||= turn.outcome === 'answered' && turn.usage.isIncomplete === true;
      modelMs += turn.modelMs;
      const words = turn.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
      // Continues the text that was cut off.
      if (isUnfinished) text += words;
      else if (words.trim() !== '') text = words;
      ({ stopReason } = turn);
      isUnfinished = !turn.hasCalls && (stopReason === 'max_tokens' || stopReason === 'pause_turn');
    },
    addRequest(added, ms, asked) {
      use(added, asked);
      modelMs += ms;
    },
    addEvent(event) {
      if (event.type !== 'tool-result' || event.outcome.code !== 'denied') return;
      const { toolName, callId, outcome, record } = event;
      const isFinal = canBeLifted(outcome.grounds) ? undefined : true;
      denials.push({ toolName, callId, input: record.input, isFinal });
      if (outcome.endsTurn === true) declined.add(callId);
    },
    addError: (message) => void errors.push(message),
    answer: (given) => void (text = given),
    fail(given) {
      failure = given;
      errors.push(given.message);
    },
    defer(call, reason) {
      deferred = { ...call, reason };
    },
    suspend(calls) {
      suspended = calls;
    },
    losePrompt(why) {
      isPromptLost = true;
      errors.push(why);
    },
    result: (reason, structuredOutput) => ({
      reason,
      text,
      stopReason,
      turns,
      usage,
      costUsd: costUsd(),
      models: models(),
      durationMs: clock.now() - startedAt,
      modelMs,
      denials,
      structuredOutput,
      deferred: reason === 'tool-deferred' ? deferred : undefined,
      suspended: reason === 'tool-deferred' ? suspended : undefined,
      isPromptLost: isPromptLost ? true : undefined,
      failure,
      errors,
    }),
  };
}
