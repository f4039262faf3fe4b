import type {
  AssistantBlock,
  Clock,
  ModelEvent,
  ModelFailure,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ModelUsage,
  OpenAskedCall,
  RunEvent,
  Runtime,
} from '@sluice/core';
import type { AssistantDraft, Conversation } from '../conversation/conversation.ts';
import type { ToolUse } from '../conversation/tool-use.ts';
import type { LateTools } from '../late-tools/late-tools.ts';
import { repairRequest } from '../conversation/repair-request.ts';
import type { AgentEvent } from './agent-event.ts';
import { askProvider } from './ask/ask-provider.ts';
import { createCallRun, type CallRun } from './calls/call-run.ts';
import { forwardInterrupts } from './calls/forward-interrupts.ts';
import type { Interruption } from './interruption.ts';
import type { Reservation } from './usage/reservation.ts';
import { takeResults } from './calls/take-results.ts';
import { addUsage, NO_USAGE, usageOfBroken } from './usage/token-usage.ts';
import { MAX_STREAMS, RETRACT_DELAY_MS, MAX_RETRY_DELAY_MS } from './loop-limits.ts';

export interface TurnScope {
  readonly provider: ModelProvider;
  readonly conversation: Conversation;
  readonly runtime: Pick<Runtime, 'run'>;
  readonly clock: Clock;
  readonly interruption: Interruption;
  readonly lateTools?: Pick<LateTools, 'took'> | undefined;
  /** Holds room for the first request. Default: nothing is reserved. */
  readonly reservation?: Reservation | undefined;
  /** Whether the requests so far have used the budget up. Default: they have not. */
  readonly isBudgetUsedUp?: (() => boolean) | undefined;
  /** Checks the messages of each request for what an API would reject. */
  readonly check: (messages: readonly ModelMessage[]) => readonly string[];
  nextMessageId(): string;
  emit(event: AgentEvent): void;
  /** Usage of the turn so far. `isWhole`: no answer is arriving. */
  noteAnswer(usage: ModelUsage, isWhole: boolean): void;
  /** Emits an engine event; waits while the reader is far behind. */
  tell(event: RunEvent): Promise<void>;
}

export interface Turn {
  readonly outcome: 'answered' | 'failed' | 'interrupted' | 'shutdown';
  readonly messageId: string;
  readonly content: readonly AssistantBlock[];
  readonly stopReason: string | undefined;
  readonly usage: ModelUsage;
  /** Usage of streams that broke off before it. */
  readonly lostUsage: ModelUsage;
  readonly failure: ModelFailure | undefined;
  /** It was not asked again after a failure, because the budget is used up. */
  readonly isOverBudget: boolean;
  /** At least one call got its result. */
  readonly hasCalls: boolean;
  /** A hook, or a user who declined without comment, wants to end the loop. */
  readonly stop: { readonly reason: string } | undefined;
  /** Its only call, which a hook deferred. */
  readonly deferred: ToolUse | undefined;
  /** Calls that stay open until someone answers; empty if none. */
  readonly suspended: readonly OpenAskedCall[];
  readonly wasInTools: boolean;
  readonly modelMs: number;
}

/** A turn without what concerns all its requests. */
type Settled = Omit<Turn, 'modelMs' | 'lostUsage' | 'isOverBudget'>;

/** Asks the model and runs its calls while it streams. A failed stream is discarded and retried. */
export async function takeTurn(
  scope: TurnScope,
  request: Omit<ModelRequest, 'messages' | 'isStreamed'>,
): Promise<Turn> {
  let modelMs = 0;
  let lostUsage = NO_USAGE;
  for (let attempt = 1; ; attempt += 1) {
    const isStreamed = attempt < MAX_STREAMS;
    const messages = sendable(scope);
    const lost = lostUsage;
    const begun = (usage: ModelUsage): void => scope.noteAnswer(addUsage(lost, usage), false);
    const answer = await ask(scope, { ...request, messages, isStreamed }, begun);
    modelMs += answer.modelMs;
    scope.noteAnswer(addUsage(lostUsage, answer.usage), true);
    // Before its calls are waited for: they may be agents, which need room themselves.
    scope.reservation?.release();
    const { failure, messageId } = answer;
    const end = (settled: Settled, isOverBudget = false): Turn => ({
      ...settled,
      ...{ modelMs, lostUsage, isOverBudget },
    });
    if (failure === undefined) return end(await settle(scope, answer));
    await takeBack(scope, answer);
    const hasBroken = failure.isRetryable && answer.hasBegun;
    if (hasBroken && scope.interruption.reason === undefined && scope.isBudgetUsedUp?.() === true)
      return end(failed(answer, scope), true);
    const delayMs = Math.max(failure.retryAfterMs ?? 0, RETRACT_DELAY_MS * 2 ** (attempt - 1));
    const goesOn = hasBroken && attempt < MAX_STREAMS && delayMs <= MAX_RETRY_DELAY_MS;
    if (!goesOn || scope.interruption.reason !== undefined) return end(failed(answer, scope));
    scope.emit({ type: 'retracted', messageId, failure, attempt, delayMs });
    await pause(scope, delayMs);
    if (scope.interruption.reason !== undefined) return end(failed(answer, scope));
    // Other agents may have used it up in the meantime.
    const hasRoom = (await scope.reservation?.take(request)) ?? true;
    if (!hasRoom || scope.isBudgetUsedUp?.() === true) return end(failed(answer, scope), true);
    lostUsage = addUsage(lostUsage, answer.usage);
  }
}

/** What can't be sent is repaired rather than rejected: a conversation must never get stuck. */
function sendable({ conversation, check, emit }: TurnScope): readonly ModelMessage[] {
  const { messages } = conversation;
  const problems = check(messages);
  if (problems.length === 0) return messages;
  emit({
    type: 'notice',
    message: `The conversation was repaired before it was sent: ${problems.join('; ')}.`,
  });
  return repairRequest(messages).messages;
}

/** The outcome of one request. */
interface Answer {
  readonly messageId: string;
  readonly content: readonly AssistantBlock[];
  readonly calls: CallRun;
  readonly draft: AssistantDraft;
  readonly stopReason: string;
  readonly lastBlockIsCall: boolean;
  readonly usage: ModelUsage;
  /** Part of the answer had arrived. */
  readonly hasBegun: boolean;
  readonly failure: ModelFailure | undefined;
  readonly model: string;
  readonly modelMs: number;
  /** The interrupt that its calls were notified of. */
  readonly heard: Interruption['reason'];
}

/** @param begun called with the usage that is known when the answer begins */
async function ask(
  scope: TurnScope,
  request: ModelRequest,
  begun: (usage: ModelUsage) => void,
): Promise<Answer> {
  const { provider, conversation, clock, interruption } = scope;
  const messageId = scope.nextMessageId();
  const calls = createCallRun(scope.runtime, messageId, scope.tell);
  const release = interruption.during('streaming', (reason) => calls.interrupt(reason));
  const draft = conversation.beginAssistant(messageId);
  const content: AssistantBlock[] = [];
  const callIds = new Set<string>();
  let lastBlockIsCall = false;
  const cut: Extract<ModelEvent, { type: 'block-cut' }>[] = [];
  let { model } = provider;
  let stopReason = 'end_turn';
  let usage = NO_USAGE;
  let hasEnded = false;
  let hasBegun = false;
  let failure: ModelFailure | undefined;
  const startedAt = clock.now();

  const take = async (event: Extract<ModelEvent, { type: 'block-stop' | 'block-cut' }>): Promise<void> => {
    // After an interrupt, nothing new starts.
    if (event.call !== undefined && interruption.reason !== undefined) return;
    const { block, call } = event;
    lastBlockIsCall = call !== undefined && block.type === 'tool_use';
    if (call !== undefined && block.type === 'tool_use') {
      // The engine says why a call without a unique id does not run; no result could be paired with it.
      if (block.id !== '' && !callIds.has(block.id)) {
        callIds.add(block.id);
        content.push(block);
        draft.call(block);
      }
      calls.add(call);
    } else {
      content.push(block);
      warn(scope, await draft.block(block));
    }
  };

  try {
    for await (const event of askProvider(provider, request, interruption.signal)) {
      scope.emit({ type: 'model', messageId, event });
      hasBegun ||= event.type !== 'retry' && event.type !== 'failed';
      if (event.type === 'message-start') {
        model = event.model ?? model;
        ({ usage } = event);
        begun(usage);
      } else if (event.type === 'block-stop') await take(event);
      else if (event.type === 'block-cut') cut.push(event);
      else if (event.type === 'failed') ({ failure } = event);
      else if (event.type === 'message-end') {
        ({ stopReason, usage } = event);
        hasEnded = true;
      }
    }
    if (hasBegun && !hasEnded) usage = usageOfBroken(usage);
    const isInterrupted = interruption.reason !== undefined;
    // When the user interrupts, keep what can be sent back; no one knows the rest of an unfinished call.
    const rest = isInterrupted ? cut.filter(({ block }) => block.type === 'text' && block.text !== '') : cut;
    if (failure === undefined || isInterrupted) for (const event of rest) await take(event);
    if (isInterrupted) failure = undefined;
  } finally {
    release();
  }
  const heard = interruption.reason;
  const modelMs = clock.now() - startedAt;
  return {
    messageId,
    content,
    calls,
    draft,
    stopReason,
    lastBlockIsCall,
    usage,
    hasBegun,
    failure,
    model,
    modelMs,
    heard,
  };
}

/** The message is final: wait for its calls and add their results to the conversation. */
async function settle(scope: TurnScope, answer: Answer): Promise<Settled> {
  const { interruption, emit } = scope;
  const { messageId, content, calls, draft, usage, model, heard } = answer;
  const isCut = heard !== undefined;
  const stopReason = isCut ? 'interrupted' : answer.stopReason;
  warn(scope, await draft.end({ stopReason, usage, model, isCut }));
  emit({ type: 'assistant', messageId, content, model, stopReason, usage, isCut });
  const release = forwardInterrupts(scope, 'tools', answer);
  const done = await calls.close(answer.stopReason, answer.lastBlockIsCall).finally(release);
  if (done !== undefined) takeResults(scope, messageId, done);
  const now = interruption.reason;
  return {
    ...withoutRun(answer),
    outcome: now === undefined ? 'answered' : now === 'shutdown' ? 'shutdown' : 'interrupted',
    stopReason,
    stop: done?.stop,
    deferred:
      done?.deferredCallId === undefined ? undefined : content.find((block) => block.type === 'tool_use'),
    suspended: done?.suspended ?? [],
    hasCalls: done !== undefined,
    wasInTools: done !== undefined && !isCut && now !== undefined,
  };
}

/** Replaces the message with a note to the model about what the engine had already done. */
async function takeBack(scope: TurnScope, answer: Answer): Promise<void> {
  const { messageId, calls } = answer;
  // A blocking tool may run for a long time.
  const release = forwardInterrupts(scope, 'streaming', answer);
  const note = await calls.discard().finally(release);
  scope.conversation.discard(messageId, note);
  if (note !== undefined) {
    scope.emit({ type: 'user', origin: 'note', content: [{ type: 'text', text: note }] });
  }
}

function failed(answer: Answer, { interruption }: TurnScope): Settled {
  const { reason } = interruption;
  const outcome = reason === undefined ? 'failed' : reason === 'shutdown' ? 'shutdown' : 'interrupted';
  const nothing = {
    content: [],
    hasCalls: false,
    stopReason: undefined,
    stop: undefined,
    deferred: undefined,
    suspended: [],
    wasInTools: false,
  };
  return { ...withoutRun(answer), ...nothing, outcome };
}

function withoutRun({ messageId, content, stopReason, usage, failure }: Answer) {
  return { messageId, content, stopReason, usage, failure };
}

function warn({ emit }: TurnScope, problem: string | undefined): void {
  if (problem !== undefined) emit({ type: 'notice', message: problem });
}

/** Waits, but returns early on an interrupt. */
function pause({ clock, interruption }: TurnScope, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopTimer = clock.setTimer(ms, resolve);
  const release = interruption.during('streaming', () => resolve());
  return promise.finally(() => {
    stopTimer();
    release();
  });
}
