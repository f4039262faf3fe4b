import { isJsonObject } from '@sluice/core';
import { handlerIdentity } from '../read/handler-identity.ts';
import type { HookContext } from './hook-context.ts';
import type { HookHandler } from '../read/hook-handler.ts';
import type { HookFields } from '../run/hook-input.ts';

/** Whether a handler applies to an event: its `if`, and, if it runs once, that it hasn't run yet. Undefined: to any. */
export function concernOf(
  handler: HookHandler,
  { ruleMatcher, ranOnce }: Pick<HookContext, 'ruleMatcher' | 'ranOnce'>,
): ((question: Pick<HookFields, 'call' | 'cwd'>) => boolean) | undefined {
  const { condition, isOnce } = handler;
  if (condition === undefined && !isOnce) return undefined;
  const matches = condition === undefined ? undefined : ruleMatcher(condition);
  const identity = handlerIdentity(handler);
  return ({ call, cwd }) => {
    if (isOnce && ranOnce.has(identity)) return false;
    if (matches === undefined || call === undefined || !isJsonObject(call.input)) return true;
    return matches({ toolName: call.toolName, input: call.input, cwd });
  };
}
