import type { Asker, Hook } from '@sluice/core';
import type { LoadedSettings, SettingsProblem, TracedValue } from '@sluice/settings';
import { askHook } from './dispatch/ask-hook.ts';
import { clipText } from './run/clip-text.ts';
import { countingHooks } from './read/counting-hooks.ts';
import { functionHooks } from './dispatch/function-hooks.ts';
import { typesRun } from './run/handler-runners.ts';
import type { HookContext } from './dispatch/hook-context.ts';
import { hookDispatcher, type EventHook, type HookDispatcher } from './dispatch/hook-dispatcher.ts';
import type { HookSessionContext } from './dispatch/hook-session-context.ts';
import { httpLimits } from './run/http-limits.ts';
import {
  askHooksBeside,
  type PermissionHook,
  type PermissionHookContext,
} from './dispatch/permission-hooks.ts';
import { readAllHooks } from './read/read-all-hooks.ts';
import type { HookHandler } from './read/hook-handler.ts';
import { isToolHandler, toolHook } from './dispatch/tool-hook.ts';
import { dedupe } from './read/dedupe.ts';

export interface CommandHooks {
  /** In configuration order, lowest layer first: where the last answer wins, the highest layer wins. */
  readonly hooks: readonly Hook[];
  readonly problems: readonly SettingsProblem[];
  /** The hooks of a single agent (`HookSessionContext.scoped`), as engine functions. */
  ofAgent(agentId: string): readonly Hook[];
  /** Problems with those. */
  problemsOf(agentId: string): readonly SettingsProblem[];
  /** Answers asks: PermissionRequest hooks alongside the user, or just the user if there are none. */
  asker(sessionContext: Omit<PermissionHookContext, 'clip' | 'scopedTo'>): Asker | undefined;
  /** Fires the events that aren't about a single call. */
  readonly dispatcher: HookDispatcher;
}

/** The hooks of all settings layers as engine functions, and the problems with them. */
export function commandHooks(loaded: LoadedSettings, sessionContext: HookSessionContext): CommandHooks {
  const { files, problems: withheld } = countingHooks(loaded);
  const values = files.flatMap(({ value, whyNot }) => (whyNot === undefined ? [value] : []));
  const clip = (text: string): Promise<string> => clipText(text, sessionContext.keepText);
  const context: HookContext = {
    ...sessionContext,
    projectRoot: loaded.cwd,
    home: loaded.home,
    http: httpLimits(loaded),
    clip,
    ranOnce: sessionContext.ranOnce ?? new Set(),
  };
  const named = readyHooks(values, context);
  const scoped = new WeakMap<readonly TracedValue[], ReadyHooks>();
  // Trust and the switches of the settings hold for an agent's own hooks too.
  const readyScoped = (own: readonly TracedValue[]): ReadyHooks => {
    const judged = countingHooks(loaded, own);
    const counting = judged.files.flatMap(({ value, whyNot }) => (whyNot === undefined ? [value] : []));
    const ready = readyHooks(counting, context, true);
    return { ...ready, problems: [...judged.problems, ...ready.problems] };
  };
  const ofAgent = (agentId: string | undefined): readonly ReadyHooks[] =>
    (sessionContext.scoped?.of(agentId) ?? []).map((own) => {
      const known = scoped.get(own) ?? readyScoped(own);
      scoped.set(own, known);
      return known;
    });
  const functions = functionHooks(sessionContext.functions ?? (() => []), context);
  return {
    hooks: named.hooks,
    problems: [...withheld, ...named.problems],
    ofAgent: (agentId) => ofAgent(agentId).flatMap(({ hooks }) => hooks),
    problemsOf: (agentId) => ofAgent(agentId).flatMap(({ problems }) => problems),
    asker(given) {
      const own = functions().filter(({ handler }) => handler.event === 'PermissionRequest');
      const all = [
        ...own.map(({ takes, ...hook }) => ({ ...hook, matches: takes })),
        ...named.permissionHooks,
      ];
      const scopedTo = (agentId: string): readonly PermissionHook[] =>
        ofAgent(agentId).flatMap(({ permissionHooks }) => permissionHooks);
      if (all.length === 0 && (sessionContext.scoped?.isEmpty ?? true)) return given.person;
      return askHooksBeside(all, { ...given, clip, scopedTo });
    },
    dispatcher: hookDispatcher(
      named.eventHooks,
      functions,
      (agentId) => ofAgent(agentId).flatMap(({ eventHooks }) => eventHooks),
      clip,
      sessionContext,
    ),
  };
}

/** The prepared handlers of one place. */
interface ReadyHooks {
  readonly hooks: readonly Hook[];
  readonly permissionHooks: readonly PermissionHook[];
  readonly eventHooks: readonly EventHook[];
  readonly problems: readonly SettingsProblem[];
}

/** @param isOfAgent when an agent opened by another ends, the event is `SubagentStop`, even if its own hooks say `Stop` */
function readyHooks(values: readonly TracedValue[], context: HookContext, isOfAgent = false): ReadyHooks {
  const { handlers, problems } = readAllHooks(values, context.knownTools, typesRun(context.runners));
  const hooks: Hook[] = [];
  const permissionHooks: PermissionHook[] = [];
  const eventHooks: EventHook[] = [];
  for (const { handler: written, takes } of dedupe(handlers)) {
    const isStop = isOfAgent && written.event === 'Stop';
    const handler: HookHandler = isStop ? { ...written, event: 'SubagentStop' } : written;
    if (isToolHandler(handler)) {
      hooks.push(toolHook(handler, takes, context));
    } else {
      const ask = askHook(handler, context);
      if (handler.event === 'PermissionRequest') permissionHooks.push({ handler, matches: takes, ask });
      else eventHooks.push({ handler, takes, ask });
    }
  }
  return { hooks, permissionHooks, eventHooks, problems };
}
