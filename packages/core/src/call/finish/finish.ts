import type { PostVerdict } from '../../hook/post-tool-use.ts';
import type { Engine } from '../../engine/engine.ts';
import { boundCall, type BoundedContent } from '../../result/bound-call.ts';
import { DEFAULT_RESULT_LIMIT } from '../../result/result-limits.ts';
import { append, imageLength, textLength, withImages, type HeldContent } from '../../result/content.ts';
import type { SpokenText } from '../../result/marked-text.ts';
import { staleHint } from '../../result/stale.ts';
import type { AnyTool, ClientNotes } from '../../tool/tool.ts';
import { signalOf, type Call } from '../../engine/call.ts';
import { CHARACTERS_PER_TOKEN } from '../../data/characters-per-token.ts';
import type { ContentBlock } from '../../data/content.ts';
import { checkImages } from '../../ports/images.ts';
import type { SettledResult } from '../../engine/settled-result.ts';
import { applyDeclaredChange } from './change-context.ts';
import type { ContextChange } from '../../engine/settled-result.ts';
import { leaveSlot } from '../start/clearance.ts';
import { journalResult, type JournaledResult, type Shown } from '../settle/journal-result.ts';
import { clientView, mapResult, type Mapped } from './map-result.ts';
import { boundNewMessages } from './new-messages.ts';
import { noteOverdue } from '../execute/note-overdue.ts';
import { postHooksOf, runPost, type AfterHooks } from './post-hooks.ts';
import type { CallRecord } from '../../engine/record.ts';
import { recordOf } from '../settle/record-of.ts';
import { complete, completeSoon, mustRunAgain, settle } from '../settle/settle.ts';
import { ownContext } from '../settle/own-context.ts';
import type { StageResult } from '../stage.ts';
import { move } from '../move.ts';
import type { Verdicts } from '../../engine/verdicts.ts';

/** Stages 7 to 9: the result becomes blocks for the model, hooks see it, limits are applied; then the call settles. */
export function finish(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { tool } = call;
  const { ran } = call.attempt;
  if (tool === undefined || ran === undefined) return 'settled';
  if (call.forced !== undefined && call.forced.code !== 'ok') {
    settle(engine, call, call.forced);
    return 'settled';
  }
  move(engine, call, 'executing', { status: 'settling' });
  // After the state change: the call that gets the slot never executes at the same time as this call.
  leaveSlot(engine, call);
  const mapped = mapResult(call, tool, ran); // 7
  const hooks = postHooksOf(engine, call, mapped);
  if (hooks.length === 0) return bound(engine, call, tool, { mapped, post: undefined, output: undefined });
  const heard = runPost(engine, call, tool, mapped, hooks); // 8
  return heard instanceof Promise
    ? heard.then((after) => bound(engine, call, tool, after))
    : bound(engine, call, tool, heard);
}

/** Stage 9. */
function bound(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  after: AfterHooks,
): StageResult | Promise<StageResult> {
  const { mapped } = after;
  const { content } = mapped;
  const { checkImage } = engine.ports;
  const isChecked = tool.checksImages === true && after.isReplaced !== true;
  if (checkImage === undefined || isChecked || !Array.isArray(content) || imageLength(content) === 0)
    return boundChecked(engine, call, tool, after);
  return checkImages<ContentBlock>(content, checkImage, signalOf(call)).then((checked) =>
    boundChecked(engine, call, tool, { ...after, mapped: { ...mapped, content: checked } }),
  );
}

function boundChecked(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  after: AfterHooks,
): StageResult | Promise<StageResult> {
  if (mustRunAgain(call)) return 'again';
  const bounded = boundCall(after.mapped.content, {
    toolName: call.name,
    limit: limitOf(engine, call, tool),
    preview: tool.resultPreview,
    store: engine.ports.store,
  });
  const given = newMessagesOf(after.mapped);
  if (given.length > 0) {
    const messages = boundNewMessages(engine, call, given, limitOf(engine, call, tool));
    return Promise.all([bounded, messages]).then(([ready, kept]) =>
      conclude(engine, call, tool, after, ready, kept),
    );
  }
  return bounded instanceof Promise
    ? bounded.then((ready) => conclude(engine, call, tool, after, ready))
    : conclude(engine, call, tool, after, bounded);
}

function newMessagesOf({ result }: Mapped): readonly unknown[] {
  const given: unknown = result?.newMessages;
  return Array.isArray(given) ? given : NOTHING;
}

function conclude(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  after: AfterHooks,
  bounded: BoundedContent,
  ownMessages: readonly SpokenText[] = NOTHING,
): StageResult | Promise<StageResult> {
  if (bounded.problem !== undefined) {
    const message = `The full result of ${call.name} could not be saved: ${bounded.problem}`;
    call.group.emit({ type: 'notice', code: 'store-unwritable', message, callId: call.id });
  }
  if (!bounded.isReplaced) noteLargeResult(call, tool, bounded.content);
  const content = withPersonImages(call.verdicts, noteOverdue(call, bounded.content));
  const lateChange = applyDeclaredChange(engine, call, tool, after.mapped.result);
  const finished: Finished = {
    ...after,
    tool,
    bounded,
    newMessages:
      call.attempt.newMessagesOfNested === undefined
        ? ownMessages
        : [...call.attempt.newMessagesOfNested, ...ownMessages],
    lateChange,
  };
  const mayHaveChangedFiles = call.hasEffects && call.demands === 'exclusive';
  if (!mayHaveChangedFiles) return keep(engine, call, finished, content);
  const own = { callId: call.id, messageId: call.group.messageId };
  return staleHint(engine.results.ledger, engine.ports.files, own).then((hint) =>
    hint === undefined
      ? keep(engine, call, finished, content)
      : keep(engine, call, { ...finished, notes: { staleHint: hint } }, append(content, hint)),
  );
}

function noteLargeResult(call: Call, { largeResultChars = Infinity }: AnyTool, content: HeldContent): void {
  const chars = textLength(content);
  if (chars <= largeResultChars) return;
  const tokens = (Math.round(chars / CHARACTERS_PER_TOKEN / 1_000) * 1_000).toLocaleString('en-US');
  const setting = JSON.stringify({ [call.name]: largeResultChars });
  const message = `The result of ${call.name} is large: the model gets about ${tokens} tokens. To save such results to a file instead, set "resultLimits": ${setting} in your settings.`;
  call.group.emit({ type: 'notice', code: 'large-result', message, callId: call.id });
}

/** Images from the person who allowed the call; their feedback follows the results. */
function withPersonImages({ images = [] }: Verdicts, content: HeldContent): HeldContent {
  if (images.length === 0) return content;
  return withImages(append(content, 'The person who allowed this call added:'), images);
}

interface Finished extends AfterHooks {
  readonly tool: AnyTool;
  readonly bounded: BoundedContent;
  readonly newMessages: readonly SpokenText[];
  readonly lateChange: ContextChange | undefined;
  readonly notes?: ClientNotes;
}

/** The content is final: journal it and settle the call. */
function keep(
  engine: Engine,
  call: Call,
  finished: Finished,
  content: HeldContent,
): StageResult | Promise<StageResult> {
  const { tool, mapped, notes } = finished;
  const shown: Shown = { content, clientView: clientView(call, tool, mapped, notes) };
  if (!engine.ports.journal.isOn) return settleWith(engine, call, finished, shown, undefined);
  const journaled = journalResult(engine.ports.journal, shown, finished.output, finished.newMessages);
  return journaled instanceof Promise
    ? journaled.then((ready) => settleWith(engine, call, finished, shown, ready))
    : settleWith(engine, call, finished, shown, journaled);
}

function settleWith(
  engine: Engine,
  call: Call,
  { mapped, post, bounded, newMessages, lateChange }: Finished,
  { content, clientView }: Shown,
  journaled: JournaledResult | undefined,
): StageResult | Promise<StageResult> {
  if (mustRunAgain(call)) return 'again';
  const result: SettledResult = {
    outcome: mapped.outcome,
    content,
    isError: mapped.outcome.code !== 'ok',
    isReplaced: bounded.isReplaced,
    data: mapped.data,
    clientView,
    metadata: mapped.result?.metadata,
    newMessages,
    additionalContext: ownContext(engine, call, post?.additionalContext),
    stop: call.verdicts.hook?.stop ?? call.fromNested?.stop ?? post?.stop,
    lateChange,
    record: withClassifierContext(recordOf(engine, call, textLength(content), bounded.storedAt), post),
  };
  if (journaled !== undefined) return completeSoon(engine, call, result, journaled);
  complete(engine, call, result);
  return 'settled';
}

function withClassifierContext(record: CallRecord, post: PostVerdict | undefined): CallRecord {
  const classifierContext = post?.classifierContext ?? NOTHING;
  return classifierContext.length === 0 ? record : { ...record, classifierContext };
}

const NOTHING: readonly never[] = [];

function limitOf(engine: Engine, call: Call, tool: AnyTool): number {
  const override = engine.results.limits.get(call.name) ?? tool.resultLimit;
  if (override !== undefined) return override;
  let declared = DEFAULT_RESULT_LIMIT;
  try {
    declared = tool.maxResultSizeChars(call.input);
  } catch {
    declared = DEFAULT_RESULT_LIMIT;
  }
  if (declared === Infinity) return Infinity;
  return declared >= 0 ? Math.min(declared, DEFAULT_RESULT_LIMIT) : DEFAULT_RESULT_LIMIT;
}
