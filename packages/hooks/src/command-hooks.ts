import type { Asker, Hook } from '@sluice/core';
import type { LoadedSettings, SettingsProblem } from '@sluice/settings';
import { askHook } from './dispatch/ask-hook.ts';
import { clipText } from './run/clip-text.ts';
import { countingHooks } from './read/counting-hooks.ts';
import { functionHooks } from './dispatch/function-hooks.ts';
import { typesRun } from './run/handler-runners.ts';
import type { HookContext } from './dispatch/hook-context.ts';
import { hookDispatcher, type EventHook, type HookDispatcher } from './dispatch/hook-dispatcher.ts';
import type { HookSurroundings } from './dispatch/hook-surroundings.ts';
import { httpLimits } from './run/http-limits.ts';
import {
  askHooksBeside,
  type PermissionHook,
  type PermissionSurroundings,
} from './dispatch/permission-hooks.ts';
import { readAllHooks } from './read/read-all-hooks.ts';
import { isToolHandler, toolHook } from './dispatch/tool-hook.ts';
import { withoutTwins } from './read/without-twins.ts';

export interface CommandHooks {
  /** In configuration order, the lowest layer first: where the last answer wins, it is that of the highest. */
  readonly hooks: readonly Hook[];
  readonly problems: readonly SettingsProblem[];
  /** Who answers asks: hooks of PermissionRequest beside the person, or where there are none the person alone. */
  asker(surroundings: Omit<PermissionSurroundings, 'clip'>): Asker | undefined;
  /** Fires the events that are not about one call. */
  readonly dispatcher: HookDispatcher;
}

/** The hooks of all settings layers as functions of the engine, and what is wrong with them. */
export function commandHooks(loaded: LoadedSettings, surroundings: HookSurroundings): CommandHooks {
  const { files, problems: withheld } = countingHooks(loaded);
  const values = files.flatMap(({ value, whyNot }) => (whyNot === undefined ? [value] : []));
  const { handlers, problems } = readAllHooks(
    values,
    surroundings.knownTools,
    typesRun(surroundings.runners),
  );
  const clip = (text: string): Promise<string> => clipText(text, surroundings.keepText);
  const context: HookContext = {
    ...surroundings,
    projectRoot: loaded.cwd,
    home: loaded.home,
    http: httpLimits(loaded),
    clip,
    ranOnce: surroundings.ranOnce ?? new Set(),
  };
  const hooks: Hook[] = [];
  const permissionHooks: PermissionHook[] = [];
  const eventHooks: EventHook[] = [];
  for (const { handler, takes } of withoutTwins(handlers)) {
    if (isToolHandler(handler)) {
      hooks.push(toolHook(handler, takes, context));
    } else {
      const ask = askHook(handler, context);
      if (handler.event === 'PermissionRequest') permissionHooks.push({ handler, matches: takes, ask });
      else eventHooks.push({ handler, takes, ask });
    }
  }
  const functions = functionHooks(surroundings.functions ?? (() => []), context);
  return {
    hooks,
    problems: [...withheld, ...problems],
    asker(given) {
      const own = functions().filter(({ handler }) => handler.event === 'PermissionRequest');
      const all = [...own.map(({ takes, ...hook }) => ({ ...hook, matches: takes })), ...permissionHooks];
      return all.length === 0 ? given.person : askHooksBeside(all, { ...given, clip });
    },
    dispatcher: hookDispatcher(eventHooks, functions, clip, surroundings),
  };
}
