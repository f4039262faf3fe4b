import type {
  AssistantBlock,
  Clock,
  ModelEvent,
  ModelFailure,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ModelUsage,
  RunEvent,
  Runtime,
} from '@sluice/core';
import type { AssistantDraft, Conversation } from '../conversation/conversation.ts';
import type { ToolUse } from '../conversation/tool-use.ts';
import type { LateTools } from '../late-tools/late-tools.ts';
import { repairRequest } from '../conversation/repair-request.ts';
import type { AgentEvent } from './agent-event.ts';
import { askProvider } from './ask-provider.ts';
import { createCallRun, type CallRun } from './call-run.ts';
import type { Interruption, InterruptReason } from './interruption.ts';
import { addUsage, NO_USAGE, usageOfBroken } from './usage.ts';

export interface TurnScope {
  readonly provider: ModelProvider;
  readonly conversation: Conversation;
  readonly runtime: Pick<Runtime, 'run'>;
  readonly clock: Clock;
  readonly interruption: Interruption;
  readonly lateTools?: Pick<LateTools, 'took'> | undefined;
  /** Looks at the messages of each request: what an API would refuse. */
  readonly check: (messages: readonly ModelMessage[]) => readonly string[];
  nextMessageId(): string;
  emit(event: AgentEvent): void;
  /** What the turn has used until now. */
  noteAnswer(usage: ModelUsage): void;
  /** An event of the engine; waits while the reader is far behind. */
  tell(event: RunEvent): Promise<void>;
}

export interface Turn {
  readonly outcome: 'answered' | 'failed' | 'interrupted' | 'shutdown';
  readonly messageId: string;
  readonly content: readonly AssistantBlock[];
  readonly stopReason: string | undefined;
  readonly usage: ModelUsage;
  /** Of streams that broke off before it. */
  readonly lostUsage: ModelUsage;
  readonly failure: ModelFailure | undefined;
  /** Calls that have got their results. */
  readonly hasCalls: boolean;
  /** A hook, or a person who declined without a word, wants the loop to end. */
  readonly stop: { readonly reason: string } | undefined;
  /** Its one call, which a hook has put off. */
  readonly deferred: ToolUse | undefined;
  readonly wasInTools: boolean;
  readonly modelMs: number;
}

/** A turn but for what all requests for it have taken. */
type Settled = Omit<Turn, 'modelMs' | 'lostUsage'>;

/** Streams that may fail in their midst for one message; the last is asked for as a whole. */
const MOST_STREAMS = 4;
const RETRACT_DELAY_MS = 500;
/** A server that wants more patience than this is not waited for. */
const MOST_DELAY_MS = 60_000;

/** Asks the model and carries out its calls while it writes. A stream that fails is taken back and asked for again. */
export async function takeTurn(
  scope: TurnScope,
  request: Omit<ModelRequest, 'messages' | 'isStreamed'>,
): Promise<Turn> {
  let modelMs = 0;
  let lostUsage = NO_USAGE;
  for (let attempt = 1; ; attempt += 1) {
    const isStreamed = attempt < MOST_STREAMS;
    const messages = sendable(scope);
    const answer = await ask(scope, { ...request, messages, isStreamed });
    modelMs += answer.modelMs;
    scope.noteAnswer(addUsage(lostUsage, answer.usage));
    const { failure, messageId } = answer;
    if (failure === undefined) return { ...(await settle(scope, answer)), modelMs, lostUsage };
    await takeBack(scope, answer);
    const delayMs = Math.max(failure.retryAfterMs ?? 0, RETRACT_DELAY_MS * 2 ** (attempt - 1));
    const goesOn =
      failure.isRetryable && answer.hasBegun && attempt < MOST_STREAMS && delayMs <= MOST_DELAY_MS;
    if (!goesOn || scope.interruption.reason !== undefined) {
      return { ...failed(answer, scope), modelMs, lostUsage };
    }
    scope.emit({ type: 'retracted', messageId, failure, attempt, delayMs });
    await pause(scope, delayMs);
    if (scope.interruption.reason !== undefined) return { ...failed(answer, scope), modelMs, lostUsage };
    lostUsage = addUsage(lostUsage, answer.usage);
  }
}

/** What can't be sent is mended rather than refused: a conversation must never be stuck. */
function sendable({ conversation, check, emit }: TurnScope): readonly ModelMessage[] {
  const { messages } = conversation;
  const problems = check(messages);
  if (problems.length === 0) return messages;
  emit({
    type: 'notice',
    message: `The conversation was mended before it was sent: ${problems.join('; ')}.`,
  });
  return repairRequest(messages).messages;
}

/** What one request has brought. */
interface Answer {
  readonly messageId: string;
  readonly content: readonly AssistantBlock[];
  readonly calls: CallRun;
  readonly draft: AssistantDraft;
  readonly stopReason: string;
  readonly lastBlockIsCall: boolean;
  readonly usage: ModelUsage;
  /** Anything of the answer had come. */
  readonly hasBegun: boolean;
  readonly failure: ModelFailure | undefined;
  readonly model: string;
  readonly modelMs: number;
  /** The interrupt that its calls have been told of. */
  readonly heard: Interruption['reason'];
}

async function ask(scope: TurnScope, request: ModelRequest): Promise<Answer> {
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
    // After an interrupt nothing begins any more.
    if (event.call !== undefined && interruption.reason !== undefined) return;
    const { block, call } = event;
    lastBlockIsCall = call !== undefined && block.type === 'tool_use';
    if (call !== undefined && block.type === 'tool_use') {
      // The engine says why a call without an id of its own does not run; no result could be paired with it.
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
    // What a person has cut off stays as far as it can be sent back; of a call nobody knows the rest.
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

/** Whoever interrupts from here on, or did so since the calls were last told, stops them; the answer ends that. */
export function heed(
  { interruption }: TurnScope,
  phase: 'streaming' | 'tools',
  { calls, heard }: Pick<Answer, 'calls' | 'heard'>,
): () => void {
  const tell = (reason: InterruptReason): void => calls.interrupt(reason);
  const release = interruption.during(phase, tell);
  if (interruption.reason !== undefined && interruption.reason !== heard) tell(interruption.reason);
  return release;
}

/** The message stands: its calls are waited for, and their results go into the conversation. */
async function settle(scope: TurnScope, answer: Answer): Promise<Settled> {
  const { interruption, emit } = scope;
  const { messageId, content, calls, draft, usage, model, heard } = answer;
  const isCut = heard !== undefined;
  const stopReason = isCut ? 'interrupted' : answer.stopReason;
  warn(scope, await draft.end({ stopReason, usage, model, isCut }));
  emit({ type: 'assistant', messageId, content, model, stopReason, usage, isCut });
  const release = heed(scope, 'tools', answer);
  const done = await calls.close(answer.stopReason, answer.lastBlockIsCall).finally(release);
  const taken = done === undefined ? undefined : takeResults(scope, messageId, done);
  const now = interruption.reason;
  return {
    ...withoutRun(answer),
    outcome: now === undefined ? 'answered' : now === 'shutdown' ? 'shutdown' : 'interrupted',
    stopReason,
    stop: done?.stop,
    deferred: taken === 'deferred' ? content.find((block) => block.type === 'tool_use') : undefined,
    hasCalls: done !== undefined,
    wasInTools: done !== undefined && !isCut && now !== undefined,
  };
}

/** The results go into the conversation; a call that a hook has put off has none yet. */
export function takeResults(
  { conversation, emit, lateTools }: Pick<TurnScope, 'conversation' | 'emit' | 'lateTools'>,
  messageId: string,
  { results, spoken, additionalContext, deferredCallId }: Extract<RunEvent, { type: 'message' }>,
): 'taken' | 'deferred' {
  if (deferredCallId !== undefined) {
    conversation.defer(messageId);
    return 'deferred';
  }
  conversation.addResults(messageId, results, spoken);
  const problem = lateTools?.took(results);
  if (problem !== undefined) emit({ type: 'notice', message: problem });
  emit({ type: 'results', messageId, results, additionalContext });
  return 'taken';
}

/** What the engine had done already is told to the model in place of the message. */
async function takeBack(scope: TurnScope, answer: Answer): Promise<void> {
  const { messageId, calls } = answer;
  // A tool that blocks may still be at work for long.
  const release = heed(scope, 'streaming', answer);
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

/** Waits, but not when somebody interrupts. */
function pause({ clock, interruption }: TurnScope, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopTimer = clock.setTimer(ms, resolve);
  const release = interruption.during('streaming', () => resolve());
  return promise.finally(() => {
    stopTimer();
    release();
  });
}
