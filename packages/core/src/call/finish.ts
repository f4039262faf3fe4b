import { matchingPostHooks, runPostHooks, type PostVerdict } from '../hook/post-tool-use.ts';
import { contentText } from '../journal/writer.ts';
import type { Engine } from '../run/engine.ts';
import { boundCall } from '../result/bound-call.ts';
import { append, defaultContent, textLength, type HeldContent } from '../result/content.ts';
import { staleHint } from '../result/stale.ts';
import type { ModelContent } from '../tool/content.ts';
import { DEFAULT_RESULT_LIMIT } from '../tool/define-tool.ts';
import { isJsonObject } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { AnyTool } from '../tool/tool.ts';
import { signalOf, type Call } from './call.ts';
import { noteOverdue } from './note-overdue.ts';
import type { Outcome } from './outcome.ts';
import { outcomeForModel } from './outcome-text.ts';
import { isTrue, messageOf, tryOr } from './predicates.ts';
import type { Ran } from './run-tool.ts';
import { recordOf } from './record-of.ts';
import { complete, settle } from './settle.ts';
import type { StageResult } from './stage.ts';
import { move } from './move.ts';
import { withinGrace } from './within-grace.ts';

/** What stage 7 makes of a tool's work. */
interface Mapped {
  readonly outcome: Outcome;
  readonly content: ModelContent;
  readonly data: unknown;
  readonly result: ToolResult<unknown> | undefined;
}

/** Stages 7 to 9: the result becomes blocks for the model, hooks see it, bounds are kept; then the call settles. */
export async function finish(engine: Engine, call: Call): Promise<StageResult> {
  const { tool, ran } = call;
  if (tool === undefined || ran === undefined) return 'settled';
  if (call.forced !== undefined && call.forced.code !== 'ok') {
    settle(engine, call, call.forced);
    return 'settled';
  }
  move(engine, call, 'executing', { status: 'settling' });
  let mapped = map(call, tool, ran); // 7
  const post = await runPost(engine, call, tool, mapped); // 8
  if (post?.updatedOutput !== undefined) mapped = await replaceOutput(engine, call, tool, mapped, post);
  if (call.mustRestart && call.cancelReason === undefined) return 'again';
  const bounded = await boundCall(mapped.content, {
    toolName: call.name,
    limit: limitOf(engine, call, tool),
    preview: tool.resultPreview,
    store: engine.store,
  }); // 9
  if (bounded.problem !== undefined) {
    const message = `The whole result of ${call.name} could not be kept: ${bounded.problem}`;
    call.group.emit({ type: 'notice', code: 'store-unwritable', message, callId: call.id });
  }
  let content: HeldContent = noteOverdue(call, bounded.content);
  const modifier = mapped.result?.modifyContext;
  const isDeclared =
    modifier !== undefined && call.demands === 'exclusive' && isTrue(() => tool.changesContext(call.input));
  if (isDeclared) applyModifier(engine, call, modifier);
  if (call.hasEffects && call.demands === 'exclusive') {
    const hint = await staleHint(engine.ledger, engine.files, {
      callId: call.id,
      messageId: call.group.messageId,
    });
    if (hint !== undefined) content = append(content, hint);
  }
  const journaled = await engine.journal.text(contentText(content));
  if (call.mustRestart && call.cancelReason === undefined) return 'again';

  complete(
    engine,
    call,
    {
      outcome: mapped.outcome,
      content,
      isError: mapped.outcome.code !== 'ok',
      isReplaced: bounded.isReplaced,
      data: mapped.data,
      clientView: clientView(call, tool, mapped),
      metadata: mapped.result?.metadata,
      newMessages: mapped.result?.newMessages ?? [],
      additionalContext: [
        ...(call.hookVerdict?.additionalContext ?? []),
        ...call.fromNested.additionalContext,
        ...(post?.additionalContext ?? []),
      ],
      stop: call.hookVerdict?.stop ?? call.fromNested.stop ?? post?.stop,
      lateModifier: isDeclared ? undefined : modifier,
      record: recordOf(engine, call, textLength(content), bounded.storedAt),
    },
    journaled,
  );
  return 'settled';
}

function map(call: Call, tool: AnyTool, ran: Ran): Mapped {
  if (ran.kind === 'error') {
    const outcome = failed(call, ran.code, ran.message);
    return { outcome, content: outcomeForModel(outcome, call.name), data: undefined, result: undefined };
  }
  const { result } = ran;
  const { data } = result;
  try {
    if (result.failure === undefined) {
      return { outcome: { code: 'ok' }, content: toModel(call, tool, data), data, result };
    }
    const outcome = failed(call, result.failure.code, result.failure.message);
    const text = outcomeForModel(outcome, call.name);
    if (data === undefined) return { outcome, content: text, data, result };
    const content = toModel(call, tool, data);
    return { outcome, content: outcome.code === 'cancelled' ? after(content, text) : content, data, result };
  } catch (error) {
    const message = `${call.name} did its work, but its result could not be shown: ${messageOf(error)}`;
    const outcome: Outcome = { code: 'tool-error', errorCode: 'mapping-failed', message };
    return { outcome, content: message, data, result };
  }
}

/** An error while the call was being cancelled is the cancellation. */
function failed(call: Call, errorCode: string, message: string): Exclude<Outcome, { code: 'ok' }> {
  return call.cancelReason === undefined
    ? { code: 'tool-error', errorCode, message }
    : { code: 'cancelled', reason: call.cancelReason, started: true };
}

function toModel(call: Call, tool: AnyTool, data: unknown): ModelContent {
  return tool.toModel === undefined ? defaultContent(data) : tool.toModel(data, call.input);
}

function after(content: ModelContent, text: string): ModelContent {
  if (typeof content === 'string') return append(content, text);
  if ('type' in content)
    return { ...content, prefix: content.prefix === undefined ? text : `${content.prefix}\n${text}` };
  return append(content, text);
}

async function runPost(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  mapped: Mapped,
): Promise<PostVerdict | undefined> {
  if (engine.hooks.length === 0) return undefined;
  const event = mapped.outcome.code === 'ok' ? 'PostToolUse' : 'PostToolUseFailure';
  const hooks = matchingPostHooks(engine.hooks, event, call.name);
  if (hooks.length === 0) return undefined;
  const running = runPostHooks(hooks, {
    callId: call.id,
    messageId: call.group.messageId,
    toolName: call.name,
    input: call.json,
    cwd: engine.session.cwd,
    signal: signalOf(call),
    output: hookView(call, tool, mapped),
    outcome: mapped.outcome,
    durationMs: call.executingMs,
  });
  const verdict = await withinGrace(engine, call, running);
  if (verdict === undefined) return undefined;
  for (const message of verdict.failures) {
    call.group.emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
  }
  return verdict;
}

/** A hook has replaced the output: it must fit the tool's output schema, and nothing of the old one is kept. */
async function replaceOutput(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  mapped: Mapped,
  post: PostVerdict,
): Promise<Mapped> {
  let value = post.updatedOutput?.value;
  if (tool.outputSchema !== undefined) {
    const checked = isJsonObject(value)
      ? await engine.validator.validate(tool.outputSchema, value)
      : undefined;
    if (checked === undefined || !checked.ok) {
      const message = `A hook's replacement for the output of ${call.name} does not fit its output schema; the output stands as it was.`;
      call.group.emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
      return mapped;
    }
    value = checked.input;
  }
  if (typeof mapped.content === 'object' && 'type' in mapped.content)
    engine.store.remove(mapped.content.path);
  try {
    const content = tool.outputSchema === undefined ? defaultContent(value) : toModel(call, tool, value);
    return { ...mapped, content, data: value };
  } catch (error) {
    return { ...mapped, content: `The replaced output could not be shown: ${messageOf(error)}`, data: value };
  }
}

function hookView(call: Call, tool: AnyTool, mapped: Mapped): unknown {
  const { data } = mapped;
  return data === undefined || tool.toHook === undefined
    ? clientView(call, tool, mapped)
    : tryOr(() => tool.toHook?.(data, call.input), undefined);
}

function clientView(call: Call, tool: AnyTool, { data }: Mapped): unknown {
  if (data === undefined || tool.toClient === undefined) return data;
  try {
    return tool.toClient(data, call.input);
  } catch {
    return undefined;
  }
}

function limitOf(engine: Engine, call: Call, tool: AnyTool): number {
  const override = engine.resultLimits.get(call.name);
  if (override !== undefined) return override;
  let declared = DEFAULT_RESULT_LIMIT;
  try {
    declared = tool.maxResultSizeChars(call.input);
  } catch {
    declared = DEFAULT_RESULT_LIMIT;
  }
  return declared === Infinity ? Infinity : Math.min(declared, DEFAULT_RESULT_LIMIT);
}

/** A change of the context by a tool that did not declare it: applied in call order, and reported. */
export function applyLateModifier(engine: Engine, call: Call): void {
  const modifier = call.result?.lateModifier;
  if (modifier === undefined) return;
  applyModifier(engine, call, modifier);
  const message = `${call.name} changed the session's context without declaring it ("changesContext").`;
  call.group.emit({ type: 'notice', code: 'undeclared-context-change', message, callId: call.id });
}

/** The call ran alone, so that this is call order. */
function applyModifier(
  engine: Engine,
  call: Call,
  modifier: NonNullable<ToolResult<unknown>['modifyContext']>,
): void {
  try {
    engine.session = modifier(engine.session);
  } catch (error) {
    const message = `${call.name} could not change the session's context: ${messageOf(error)}`;
    call.group.emit({ type: 'notice', code: 'context-change-failed', message, callId: call.id });
  }
}
