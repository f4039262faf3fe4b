import type { Hook, PostToolUseHook } from '@sluice/core';
import { askHook } from './ask-hook.ts';
import { placeText, type HookHandler, type UnavailableHandler } from './hook-handler.ts';
import { afterwards } from './hook-input.ts';
import { hookName } from './hook-speaker.ts';
import type { HookSurroundings } from './hook-surroundings.ts';
import { postResult } from './post-result.ts';
import { preResult } from './pre-result.ts';

/** A handler of an event that the engine fires by itself. */
type ToolHandler = HookHandler & { readonly event: Hook['event'] };

/** A handler as a function of the engine; none where nothing can be run and nothing needs a guard. */
export function toolHook(
  handler: ToolHandler,
  matches: (toolName: string) => boolean,
  surroundings: HookSurroundings,
  projectRoot: string,
  clip: (text: string) => Promise<string>,
): readonly Hook[] {
  if (handler.kind === 'unavailable') return handler.event === 'PreToolUse' ? [guard(handler, matches)] : [];
  const ask = askHook(handler, surroundings, projectRoot);
  const name = hookName(handler);
  if (handler.event === 'PreToolUse') {
    return [
      {
        event: 'PreToolUse',
        name,
        matches,
        async run(call) {
          const meaning = await ask(call, { tool_use_id: call.callId });
          return meaning === undefined ? undefined : preResult(handler, meaning, clip);
        },
      },
    ];
  }
  return [
    {
      event: handler.event,
      name,
      matches,
      ...(handler.hasNoEffects && { effects: 'none' as const }),
      async run(call) {
        // What a person stopped has not failed.
        if (isInterrupted(call)) return undefined;
        const meaning = await ask(call, afterwards(call));
        return meaning === undefined ? undefined : postResult(handler, meaning, clip);
      },
    },
  ];
}

function isInterrupted({ outcome }: Parameters<PostToolUseHook['run']>[0]): boolean {
  return outcome.code === 'cancelled' && outcome.reason.kind !== 'timeout';
}

/**
 * Nobody knows what a hook that can't run would have forbidden, so a person decides; with nobody to ask the call is
 * refused. To let it pass in silence would be to take the guard away.
 */
function guard(handler: UnavailableHandler, matches: (toolName: string) => boolean): Hook {
  const reason = `${handler.what} can't run yet, and the one at ${placeText(handler.place)} is there to check this call`;
  const decision = handler.onFailure === 'block' ? 'deny' : 'ask';
  return { event: 'PreToolUse', name: hookName(handler), matches, run: () => ({ decision, reason }) };
}
