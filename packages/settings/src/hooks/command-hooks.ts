import type { Asker, Hook } from '@sluice/core';
import type { LoadedSettings } from '../load-settings.ts';
import type { SettingsProblem } from '../problem.ts';
import { askHook } from './ask-hook.ts';
import { clipText } from './clip-text.ts';
import { countingHooks } from './counting-hooks.ts';
import { hookFile } from './hook-file.ts';
import type { HookHandler } from './hook-handler.ts';
import type { HookSurroundings } from './hook-surroundings.ts';
import { matcherProblem } from './matcher-problem.ts';
import { matcherTakes, parseMatcher, type Matcher } from './matcher.ts';
import { askHooksBeside, type PermissionHook, type PermissionSurroundings } from './permission-hooks.ts';
import { readHooks } from './read-hooks.ts';
import { toolHook } from './tool-hook.ts';
import { withoutTwins } from './without-twins.ts';

export interface CommandHooks {
  /** In configuration order, the lowest layer first: where the last answer wins, it is that of the highest. */
  readonly hooks: readonly Hook[];
  readonly problems: readonly SettingsProblem[];
  /** Who answers asks: hooks of PermissionRequest beside the person, or where there are none the person alone. */
  asker(surroundings: Omit<PermissionSurroundings, 'clip'>): Asker | undefined;
}

/** The hooks of all settings layers as functions of the engine, and what is wrong with them. */
export function commandHooks(loaded: LoadedSettings, surroundings: HookSurroundings): CommandHooks {
  const { values, problems: withheld } = countingHooks(loaded);
  const problems = [...withheld];
  const matchers = new Map<string | undefined, Matcher>();
  const matcherOf = (text: string | undefined): Matcher => {
    const matcher = matchers.get(text) ?? parseMatcher(text);
    matchers.set(text, matcher);
    return matcher;
  };
  const handlers: HookHandler[] = [];
  for (const value of values) {
    const read = readHooks(hookFile(value), (matcher) =>
      matcherProblem(matcher, matcherOf(matcher), surroundings.knownTools),
    );
    problems.push(...read.problems);
    handlers.push(...read.handlers);
  }
  const matched = handlers.map((handler) => {
    const matcher = matcherOf(handler.matcher);
    return { handler, takes: (toolName: string) => matcherTakes(matcher, toolName) };
  });
  const clip = (text: string): Promise<string> => clipText(text, surroundings.keepText);
  const hooks: Hook[] = [];
  const permissionHooks: PermissionHook[] = [];
  for (const { handler, takes } of withoutTwins(matched)) {
    if (handler.event !== 'PermissionRequest') {
      hooks.push(...toolHook({ ...handler, event: handler.event }, takes, surroundings, loaded.cwd, clip));
    } else if (handler.kind === 'command') {
      permissionHooks.push({ handler, matches: takes, ask: askHook(handler, surroundings, loaded.cwd) });
    }
  }
  return {
    hooks,
    problems,
    asker: (given) =>
      permissionHooks.length === 0 ? given.person : askHooksBeside(permissionHooks, { ...given, clip }),
  };
}
