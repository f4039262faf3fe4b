import type { Call } from '../engine/call.ts';
import { observeHooks } from '../call/observe-hooks.ts';
import { waitWithinGrace } from '../call/wait-within-grace.ts';
import type { PostToolBatchHook } from '../hook/hooks.ts';
import { runAll } from '../hook/run-all.ts';
import type { Engine } from '../engine/engine.ts';
import type { RunEventBody } from '../engine/events.ts';
import type { ToolResultBlock } from '../data/content.ts';

interface BatchVerdict {
  readonly additionalContext: readonly string[];
  readonly stop: { readonly reason: string } | undefined;
}

const SILENCE: BatchVerdict = { additionalContext: [], stop: undefined };

/** The hooks for a message as a whole, before the model sees its results. */
export async function runBatchHooks(
  engine: Engine,
  messageId: string,
  calls: readonly Call[],
  content: readonly ToolResultBlock[],
  signal: AbortSignal,
  send: (body: RunEventBody) => void,
): Promise<BatchVerdict> {
  const hooks = engine.hooks.filter((hook): hook is PostToolBatchHook => hook.event === 'PostToolBatch');
  // After an interrupt the model is not called again.
  if (hooks.length === 0 || signal.aborted) return SILENCE;
  const about = { messageId, callId: undefined, toolName: undefined };
  const batch = {
    messageId,
    cwd: engine.session.cwd,
    agent: engine.agent.identity,
    signal,
    calls: calls.flatMap((call, index) => {
      const block = content[index];
      if (block === undefined) return [];
      const { id: callId, name: toolName, json: input } = call;
      return [{ callId, toolName, input, content: block.content, isError: block.is_error }];
    }),
  };
  const running = runAll(
    hooks,
    (hook, progress) => hook.run({ ...batch, progress }),
    observeHooks(engine, send, about),
  );
  const ran = await waitWithinGrace(engine, Promise.resolve(running), signal);
  if (ran === undefined) return SILENCE;
  for (const message of ran.failures)
    send({ type: 'notice', code: 'hook-failed', message, callId: undefined });
  for (const message of ran.notices) {
    send({ type: 'notice', code: 'hook-message', message, callId: undefined });
  }
  return {
    additionalContext: ran.results.flatMap((result) => result?.additionalContext ?? []),
    stop: ran.results.find((result) => result?.stop !== undefined)?.stop,
  };
}
