import type { Call } from '../engine/call.ts';
import { staysDeferred } from '../call/hooks/defer-call.ts';
import { tryOr } from '../tool/predicates.ts';
import { waitWithinGrace } from '../call/wait-within-grace.ts';
import { readText } from '../journal/conversation.ts';
import { parseContent } from '../journal/parse-content.ts';
import { parseSpoken } from '../journal/parse-spoken.ts';
import type { JournaledMessage } from '../journal/session.ts';
import { contentText } from '../journal/writer.ts';
import { textLength, textOf, type HeldContent } from '../result/content.ts';
import { fitImages } from '../result/image-budget.ts';
import { spokenBlocks, type SpokenText } from '../result/marked-text.ts';
import { fitMessage, type BudgetedResult, type BudgetReplacement } from '../result/message-budget.ts';
import type { ShortenedPage } from '../result/shortened-page.ts';
import { runBatchHooks } from './batch-hooks.ts';
import type { Engine } from '../engine/engine.ts';
import type { StopRequest } from '../engine/options.ts';
import type { OpenAskedCall } from '../engine/open-asked-call.ts';
import { openMessageRecord } from './open-message-record.ts';
import type { RunEventBody } from '../engine/events.ts';
import type { ToolResultBlock } from '../data/content.ts';
import type { Group } from '../engine/call.ts';

/**
 * All calls of a message have been released: its results are fitted into the message's budget, in call order, and sent to the model. What
 * is decided here is journaled, and replayed from then on.
 */
export async function finishMessage(
  engine: Engine,
  messageId: string,
  /** All released. */
  calls: readonly Call[],
  resumed: JournaledMessage | undefined,
  /** Set if no one waits for what hooks say. */
  signal: AbortSignal,
  send: (body: RunEventBody) => void,
): Promise<void> {
  if (calls.length === 0) return;
  const suspended = calls.flatMap(openAskedCall);
  if (suspended.length > 0) {
    engine.suspended.leaveOpen(openMessageRecord(engine, messageId, calls));
    return sendOpen(messageId, calls, { suspended }, send);
  }
  const deferred = calls.find((call) => staysDeferred(engine, call));
  if (deferred !== undefined) return sendOpen(messageId, [deferred], { deferredCallId: deferred.id }, send);
  const results = calls.flatMap(({ result }) => result ?? []);
  const added = results.flatMap((result) => result.newMessages);
  const total =
    calls.reduce((sum, call) => sum + textLength(call.shown), 0) +
    added.reduce((sum, { text }) => sum + text.length, 0);
  const fittedTexts = total > engine.message.budget ? await fit(engine, calls, added) : UNCHANGED;
  const fitted = withFittedImages(calls, fittedTexts);
  const content: ToolResultBlock[] = [];
  for (const [index, call] of calls.entries()) {
    const before = call.isReplayed ? await replayed(engine, resumed, call) : undefined;
    // What was sent before a resume is sent again unchanged.
    const isDecided = call.isReplayed && resumed?.isComplete === true;
    const shown = before ?? (isDecided ? call.shown : (fitted.get(index)?.content ?? call.shown));
    content.push(resultBlock(call, shown));
    if (before !== undefined || isDecided) continue;
    const pending = keepDecision(engine, messageId, call, shown, fitted.get(index), send);
    if (pending !== undefined) await pending;
  }
  const isKnown = resumed?.isComplete === true;
  const batch = isKnown ? undefined : await runBatchHooks(engine, messageId, calls, content, signal, send);
  const hooksOfDenials = calls.flatMap(({ afterDenials = [] }) => afterDenials);
  const denials = hooksOfDenials.length === 0 ? [] : await Promise.all(hooksOfDenials);
  const spoken = isKnown
    ? await replayedContext(engine, resumed)
    : await freshContext(engine, messageId, [
        ...added.map((message, index) => {
          const shorter = fittedTexts.get(calls.length + index);
          return shorter === undefined ? message : { ...message, text: textOf(shorter.content) };
        }),
        ...results.flatMap((result) => result.additionalContext),
        ...denials.flatMap(({ texts }) => texts),
        ...(batch?.additionalContext ?? []),
      ]);
  const isAsked = !isKnown && engine.message.stopWanted !== undefined;
  const asked = isAsked ? wantedStop(engine) : undefined;
  const wanted = asked && (await waitWithinGrace(engine, asked, signal));
  engine.results.ledger.markReleased(messageId);
  send({
    type: 'message',
    messageId,
    message: { role: 'user', content: [...content, ...spokenBlocks(spoken)] },
    results: content,
    spoken,
    additionalContext: spoken.map(({ text }) => text),
    stop: [...results, batch, ...denials, { stop: wanted }].find((one) => one?.stop !== undefined)?.stop,
  });
}

function openAskedCall({ id, name, json, result }: Call): OpenAskedCall[] {
  const outcome = result?.outcome;
  if (outcome?.code !== 'suspended') return [];
  const { requestId, reason } = outcome;
  return [{ callId: id, toolName: name, input: json, requestId, reason }];
}

/** Nothing about it is decided or journaled: that happens when the calls are fed again. */
function sendOpen(
  messageId: string,
  calls: readonly Call[],
  open: Pick<Extract<RunEventBody, { type: 'message' }>, 'deferredCallId' | 'suspended'>,
  send: (body: RunEventBody) => void,
): void {
  const results = calls.map((call) => resultBlock(call, call.shown));
  send({
    type: 'message',
    messageId,
    message: { role: 'user', content: results },
    results,
    spoken: [],
    additionalContext: [],
    stop: calls.find(({ result }) => result?.stop !== undefined)?.result?.stop,
    ...open,
  });
}

/** A throw requests nothing. Undefined: nothing is requested, and nothing has to be waited for. */
function wantedStop(engine: Engine): Promise<StopRequest> | undefined {
  try {
    const wanted = engine.message.stopWanted?.();
    return wanted && Promise.resolve(wanted).catch(() => undefined);
  } catch {
    return undefined;
  }
}

/** What follows the results, journaled with the fact that the message is complete. */
async function freshContext(
  engine: Engine,
  messageId: string,
  added: readonly (string | SpokenText)[],
): Promise<readonly SpokenText[]> {
  const attached = tryOr(() => engine.message.attachments(), []);
  const context = [...added, ...attached];
  const spoken = context.map((one) =>
    typeof one === 'string' ? { text: one, speaker: 'hook' as const } : one,
  );
  if (context.length === 0) {
    engine.ports.journal.write({ type: 'message', messageId });
    return spoken;
  }
  const additionalContext = await engine.ports.journal.text(JSON.stringify(context));
  engine.ports.journal.write({ type: 'message', messageId, additionalContext });
  return spoken;
}

async function replayedContext(engine: Engine, resumed: JournaledMessage): Promise<readonly SpokenText[]> {
  const { additionalContext } = resumed;
  return additionalContext === undefined
    ? []
    : parseSpoken(await readText(additionalContext, engine.ports.store));
}

const UNCHANGED: ReadonlyMap<number, BudgetReplacement> = new Map();

function withFittedImages(
  calls: readonly Call[],
  fitted: ReadonlyMap<number, BudgetReplacement>,
): ReadonlyMap<number, BudgetReplacement> {
  const changed = fitImages(calls.map(({ shown }, index) => fitted.get(index)?.content ?? shown));
  if (changed.size === 0) return fitted;
  const all = new Map(fitted);
  for (const [index, content] of changed) {
    const { storedAt, problem } = fitted.get(index) ?? {};
    all.set(index, { content, storedAt, problem });
  }
  return all;
}

/** New messages share the budget of the results: they come after those, under the indices that follow. */
function fit(
  engine: Engine,
  calls: readonly Call[],
  added: readonly SpokenText[],
): Promise<ReadonlyMap<number, BudgetReplacement>> {
  const results: BudgetedResult[] = calls.map((call) => ({
    content: call.shown,
    isReplaced: call.isHandedOut || call.result?.isReplaced === true || call.shown !== call.result?.content,
    preview: call.tool?.resultPreview ?? 'head',
    shorten: shortenerOf(engine, call),
  }));
  const texts = added.map(({ text }): BudgetedResult => ({
    content: text,
    isReplaced: false,
    preview: 'head',
    shorten: undefined,
  }));
  return fitMessage([...results, ...texts], engine.message.budget, engine.ports.store);
}

/** Journals what replaces a result, and remembers a result that is unchanged. Synchronous if nothing is stored. */
function keepDecision(
  engine: Engine,
  messageId: string,
  call: Call,
  shown: HeldContent,
  replacement: BudgetReplacement | undefined,
  send: (body: RunEventBody) => void,
): Promise<void> | undefined {
  const { result } = call;
  if (replacement !== undefined || result?.record.storedAt !== undefined) {
    engine.results.ledger.markPartial(messageId, call.id, replacement?.shown);
  }
  if (replacement?.problem !== undefined) {
    const message = `The full result of ${call.name} could not be saved: ${replacement.problem}`;
    send({ type: 'notice', code: 'store-unwritable', message, callId: call.id });
  }
  if (shown !== result?.content) return keepReplacement(engine, messageId, call, shown);
  if (!result.isError && !result.isReplaced) engine.results.deduplicator.remember(shown, messageId, call.id);
  return undefined;
}

async function keepReplacement(
  engine: Engine,
  messageId: string,
  call: Call,
  shown: HeldContent,
): Promise<void> {
  const content = await engine.ports.journal.text(contentText(shown));
  engine.ports.journal.write({ type: 'replaced', messageId, callId: call.id, content });
}

/** What the model saw of this result before the session was resumed. */
async function replayed(
  engine: Engine,
  resumed: JournaledMessage | undefined,
  call: Call,
): Promise<HeldContent | undefined> {
  const journaled = resumed?.calls.find(({ callId }) => callId === call.id);
  if (journaled?.replacement === undefined) return undefined;
  return parseContent(await readText(journaled.replacement, engine.ports.store));
}

function shortenerOf(engine: Engine, call: Call): ((maxChars: number) => string | ShortenedPage) | undefined {
  const { tool, result } = call;
  if (tool?.shorten === undefined || result?.outcome.code !== 'ok' || engine.results.limits.has(call.name)) {
    return undefined;
  }
  return (maxChars) => tool.shorten?.(result.data, call.input, maxChars) ?? '';
}

/** A retracted message has settled: the model is told only about effects that had already happened. */
export function finishDiscarded(
  engine: Engine,
  { messageId, calls }: Group,
  handedOut: readonly string[],
  send: (body: RunEventBody) => void,
): void {
  engine.results.ledger.forgetReads(messageId);
  const note = effectsNote(calls);
  if (note !== undefined) engine.ports.journal.write({ type: 'note', messageId, text: note });
  send({ type: 'discarded', messageId, handedOut, note });
}

function effectsNote(calls: readonly Call[]): string | undefined {
  const done = calls.filter((call) => call.hasStarted && call.hasEffects);
  if (done.length === 0) return undefined;
  const lines = done.map((call) => {
    const { result } = call;
    const isDone = result?.outcome.code === 'ok';
    // Work that continues in the background is known by the call's result.
    const how = isDone
      ? `done. Its result: ${saidBy(result.content)}`
      : 'started, and may have partly taken effect';
    return `- ${call.name} ${JSON.stringify(call.json).slice(0, 300).toWellFormed()}: ${how}`;
  });
  return [
    'Your last message was lost after these of its calls had already taken effect. Do not repeat them without checking:',
    ...lines,
  ].join('\n');
}

/** Enough of a result to know what it was about. */
function saidBy(content: HeldContent): string {
  const text = textOf(content).trim();
  const start = text.slice(0, 300).toWellFormed();
  return start.length < text.length ? `${start}…` : start;
}

export function resultBlock(call: Call, content: HeldContent): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content,
    is_error: call.result?.isError === true,
  };
}
