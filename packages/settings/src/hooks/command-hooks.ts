import type { Hook, HookCall } from '@sluice/core';
import type { LoadedSettings } from '../load-settings.ts';
import type { SettingsProblem } from '../problem.ts';
import { askHook } from './ask-hook.ts';
import { clipText } from './clip-text.ts';
import { countingHooks } from './counting-hooks.ts';
import { hookFile } from './hook-file.ts';
import { placeText, type HookHandler, type UnavailableHandler } from './hook-handler.ts';
import type { Finished } from './hook-input.ts';
import { hookName } from './hook-speaker.ts';
import type { HookSurroundings } from './hook-surroundings.ts';
import { matcherProblem } from './matcher-problem.ts';
import { matcherTakes, parseMatcher } from './matcher.ts';
import { postResult } from './post-result.ts';
import { preResult } from './pre-result.ts';
import { readHooks } from './read-hooks.ts';
import { withoutTwins } from './without-twins.ts';

export interface CommandHooks {
  /** In configuration order, the lowest layer first: where the last answer wins, it is that of the highest. */
  readonly hooks: readonly Hook[];
  readonly problems: readonly SettingsProblem[];
}

/** The hooks of all settings layers as functions of the engine, and what is wrong with them. */
export function commandHooks(loaded: LoadedSettings, surroundings: HookSurroundings): CommandHooks {
  const { values, problems: withheld } = countingHooks(loaded);
  const problems = [...withheld];
  const handlers: HookHandler[] = [];
  for (const value of values) {
    const file = hookFile(value);
    const read = readHooks(file, (matcher) =>
      matcherProblem(matcher, parseMatcher(matcher), surroundings.knownTools),
    );
    problems.push(...read.problems);
    handlers.push(...read.handlers);
  }
  const matched = handlers.map((handler) => {
    const matcher = parseMatcher(handler.matcher);
    return { handler, takes: (toolName: string) => matcherTakes(matcher, toolName) };
  });
  const hooks = withoutTwins(matched).map(({ handler, takes }) =>
    toHook(handler, takes, surroundings, loaded.cwd),
  );
  return { hooks: hooks.filter((hook) => hook !== undefined), problems };
}

function toHook(
  handler: HookHandler,
  matches: (toolName: string) => boolean,
  surroundings: HookSurroundings,
  projectRoot: string,
): Hook | undefined {
  if (handler.kind === 'unavailable')
    return handler.event === 'PreToolUse' ? guard(handler, matches) : undefined;
  const ask = askHook(handler, surroundings, projectRoot);
  const clip = (text: string): Promise<string> => clipText(text, surroundings.keepText);
  const name = hookName(handler);
  if (handler.event === 'PreToolUse') {
    return {
      event: 'PreToolUse',
      name,
      matches,
      async run(call) {
        const meaning = await ask(call);
        return meaning === undefined ? undefined : preResult(handler, meaning, clip);
      },
    };
  }
  return {
    event: handler.event,
    name,
    matches,
    ...(handler.hasNoEffects && { effects: 'none' as const }),
    async run(call) {
      // What a person stopped has not failed.
      if (isInterrupted(call)) return undefined;
      const meaning = await ask(call, call);
      return meaning === undefined ? undefined : postResult(handler, meaning, clip);
    },
  };
}

function isInterrupted({ outcome }: HookCall & Finished): boolean {
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
