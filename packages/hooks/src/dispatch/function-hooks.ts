import { DEFAULT_TIMEOUT_S } from '../hook-limits.ts';
import { errorText } from '@sluice/base';
import { askHook } from './ask-hook.ts';
import type { HookContext } from './hook-context.ts';
import type { EventHook } from './hook-dispatcher.ts';
import { eventTerms } from '../events/event-lookup.ts';
import type { FunctionHandler } from '../read/hook-handler.ts';
import { notice } from '../read/hook-speaker.ts';
import { matcherTakes, parseMatcher } from '../read/matcher.ts';
import type { SessionHook } from '../events/session-hook.ts';

/** Common to all functions, whatever their event: each gets only its own. */
interface AnyFunction extends Omit<SessionHook, 'run'> {
  run(input: object, context: { readonly signal: AbortSignal }): unknown;
}

/** The current functions, prepared. One that stays is prepared once. */
export function functionHooks(
  list: () => readonly SessionHook[],
  context: HookContext,
): () => readonly EventHook[] {
  const ready = new WeakMap<SessionHook, EventHook>();
  return () => {
    try {
      return list().map((hook) => {
        const known = ready.get(hook) ?? functionHook(hook, context);
        ready.set(hook, known);
        return known;
      });
    } catch (error) {
      const message = errorText(error);
      context.tell?.(`The program's list of hooks can't be read (${message}), so none of its functions run.`);
      return [];
    }
  };
}

function functionHook(hook: AnyFunction, context: HookContext): EventHook {
  const { event, name, matcher, statusMessage, onFailure = 'continue' } = hook;
  const { timeout = DEFAULT_TIMEOUT_S, hasNarrowMatchers = false } = eventTerms(event);
  const handler: FunctionHandler = {
    kind: 'function',
    event,
    name,
    matcher,
    condition: undefined,
    place: { source: 'program', file: undefined, line: undefined },
    timeoutMs: hook.timeoutMs ?? timeout * 1000,
    onFailure,
    onTimeout: hook.onTimeout ?? (event === 'UserPromptSubmit' ? 'deny' : 'continue'),
    isOnce: false,
    hasNoEffects: false,
    statusMessage,
    run: (input, given) => hook.run(input, given),
  };
  const parsed = parseMatcher(matcher, hasNarrowMatchers);
  if (parsed.kind === 'wrong') {
    context.tell?.(
      notice(handler, `its matcher is not a valid regular expression (${parsed.problem}), so it never runs`),
    );
  }
  return {
    handler,
    takes: (value) => matcherTakes(parsed, value),
    ask: askHook(handler, context),
  };
}
