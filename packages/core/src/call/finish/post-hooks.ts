import { concernedHooks, type PostToolUseHook } from '../../hook/hooks.ts';
import { matchingPostHooks, runPostHooks, type PostVerdict } from '../../hook/post-tool-use.ts';
import type { Engine } from '../../engine/engine.ts';
import { defaultContent } from '../../result/content.ts';
import { isJsonObject } from '../../data/json.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { signalOf, type Call } from '../../engine/call.ts';
import { hookView, toModel, type Mapped } from './map-result.ts';
import type { Validation } from '../../input/validate.ts';
import { issueText } from '../../outcome/outcome-text.ts';
import { messageOf } from '../../tool/predicates.ts';
import { observeHooks } from '../observe-hooks.ts';
import { checkWithinGrace } from '../check-within-grace.ts';

/** The hooks for this result. */
export function postHooksOf(engine: Engine, call: Call, { outcome }: Mapped): readonly PostToolUseHook[] {
  if (engine.hooks.length === 0) return [];
  const event = outcome.code === 'ok' ? 'PostToolUse' : 'PostToolUseFailure';
  const { name: toolName, json: input } = call;
  const hooks = matchingPostHooks(engine.hooks, event, toolName);
  return concernedHooks(hooks, { toolName, input, cwd: engine.session.cwd });
}

/** Stage 8: what the hooks make of the result. */
export function runPost(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  mapped: Mapped,
  hooks: readonly PostToolUseHook[],
): AfterHooks | Promise<AfterHooks> {
  const about = { messageId: call.group.messageId, callId: call.id, toolName: call.name };
  const output = hookView(call, tool, mapped);
  const told = {
    ...about,
    input: call.json,
    cwd: engine.session.cwd,
    agent: engine.agent.identity,
    signal: signalOf(call),
    output,
    content: mapped.content,
    outcome: mapped.outcome,
    durationMs: call.measured.executingMs,
  };
  const running = runPostHooks(hooks, told, observeHooks(engine, call.group.emit, about));
  return running instanceof Promise
    ? checkWithinGrace(engine, call, running).then((verdict) =>
        hear(engine, call, tool, { mapped, output }, verdict),
      )
    : hear(engine, call, tool, { mapped, output }, running);
}

/** The result after hooks, and what they say together. */
export interface AfterHooks {
  readonly mapped: Mapped;
  /** Undefined if they were not waited for. */
  readonly post: PostVerdict | undefined;
  /** The output that they saw and left unchanged. */
  readonly output: unknown;
  /** A hook has replaced the output. */
  readonly isReplaced?: boolean;
}

function hear(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  { mapped, output }: Pick<AfterHooks, 'mapped' | 'output'>,
  verdict: PostVerdict | undefined,
): AfterHooks | Promise<AfterHooks> {
  if (verdict === undefined) return { mapped, post: undefined, output };
  for (const message of verdict.failures) {
    call.group.emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
  }
  for (const message of verdict.notices) {
    call.group.emit({ type: 'notice', code: 'hook-message', message, callId: call.id });
  }
  if (verdict.updatedOutput === undefined) return { mapped, post: verdict, output };
  return replaceOutput(engine, call, tool, mapped, verdict).then((replaced) => ({
    mapped: replaced,
    post: verdict,
    // An invalid replacement is ignored; but output that a hook meant to remove must not be stored through this path.
    output: undefined,
    isReplaced: true,
  }));
}

/** As a clause. */
function whyNot(checked: Extract<Validation, { readonly ok: false }> | undefined): string {
  const [issue] = checked?.issues ?? [];
  const text = issueText(issue);
  if (text !== undefined) return text;
  return checked?.schemaError === undefined
    ? 'it is not an object like the one that hooks receive'
    : `the schema can't be used: ${checked.schemaError.reason}`;
}

/** Applies a hook's replacement of the output: it must match the tool's output schema, and nothing of the old output is kept. */
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
      ? await engine.ports.validator.validate(tool.outputSchema, value)
      : undefined;
    if (checked === undefined || !checked.ok) {
      const why = whyNot(checked);
      const message = `A hook's replacement for the output of ${call.name} does not match its output schema (${why}); the output is unchanged.`;
      call.group.emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
      return mapped;
    }
    value = checked.input;
  }
  // The model may now see nothing of what was read.
  engine.results.ledger.forgetReads(call.group.messageId, call.id);
  if (typeof mapped.content === 'object' && 'type' in mapped.content)
    engine.ports.store.remove(mapped.content.path);
  const result = mapped.result && { ...mapped.result, metadata: undefined };
  try {
    const read = tool.outputSchema === undefined ? tool.readReplacement?.(value) : value;
    if (read === undefined) return { ...mapped, result, content: defaultContent(value), data: value };
    return { ...mapped, result, content: toModel(call, tool, read), data: read };
  } catch (error) {
    const content = `The replaced output could not be shown: ${messageOf(error)}`;
    return { ...mapped, result, content, data: value };
  }
}
