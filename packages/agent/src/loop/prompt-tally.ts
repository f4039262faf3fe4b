import type { Clock, ModelFailure, ModelProvider, ModelUsage, RunEvent } from '@sluice/core';
import type { ToolUse } from '../conversation/tool-use.ts';
import type { AgentResult, UsedModel } from './agent-event.ts';
import type { AgentOptions } from './agent-options.ts';
import type { EndReason } from './transition.ts';
import type { Turn } from './turn.ts';
import { addUsage, contextTokens, costOf, knownCostUsd, NO_USAGE } from './usage.ts';

/** What a prompt has used and met, for its result. */
export interface PromptTally {
  readonly turns: number;
  /** Undefined where a model was used whose price is unknown, or whose server did not report all usage. */
  readonly costUsd: number | undefined;
  /** The part of it that is known. */
  readonly knownCostUsd: number;
  /** The same, with what the turn at work has used until now. */
  readonly costSoFarUsd: number;
  /** The model answered, and its server did not report what that used. */
  readonly hasUnreportedAnswer: boolean;
  /** The model's last words; of a message that was cut off and gone on with, all of it. */
  readonly text: string;
  readonly stopReason: string | undefined;
  /** Ids of calls that a person has declined without a word. */
  readonly declined: ReadonlySet<string>;
  /** `asked`: the model, as it was when the turn began. */
  addTurn(turn: Turn, asked: AskedModel): void;
  /** The turn at work has used this much; its calls may still run. */
  noteAnswer(usage: ModelUsage, asked: AskedModel): void;
  /** Asked of the model beside its turns. */
  addRequest(usage: ModelUsage, modelMs: number, asked: AskedModel): void;
  addEvent(event: RunEvent): void;
  addError(message: string): void;
  /** The model could not be asked. */
  fail(failure: ModelFailure): void;
  /** A hook has put off this call, for this reason. */
  defer(call: ToolUse, reason: string | undefined): void;
  /** The prompt had no turn; `why` for the person. */
  losePrompt(why: string): void;
  result(reason: EndReason, structuredOutput: unknown): AgentResult;
}

export type AskedModel = Pick<UsedModel, 'model' | 'contextWindow' | 'maxOutputTokens'>;

/** A model may become another one meanwhile: what it is now. */
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
  let isPromptLost = false;
  let hasUnreportedAnswer = false;
  let failure: ModelFailure | undefined;
  /** The last message was cut off, and the next one goes on with it. */
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
      // What the model goes on with is the rest of what it had begun.
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
      denials.push({ toolName, callId, input: record.input });
      if (outcome.endsTurn === true) declined.add(callId);
    },
    addError: (message) => void errors.push(message),
    fail(given) {
      failure = given;
      errors.push(given.message);
    },
    defer(call, reason) {
      deferred = { ...call, ...(reason !== undefined && { reason }) };
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
      ...(isPromptLost && { isPromptLost }),
      failure,
      errors,
    }),
  };
}
