import type { SettingsProblem, TracedValue } from '@sluice/settings';
import { hookFile } from './hook-file.ts';
import { conditionProblem } from './condition-problem.ts';
import { eventTerms, isToolEvent, type HookEvent } from '../events/event-lookup.ts';
import type { HookHandler } from './hook-handler.ts';
import { matcherProblem } from './matcher-problem.ts';
import { matcherTakes, parseMatcher, type Matcher } from './matcher.ts';
import { readHooks } from './read-hooks.ts';

/** A handler with its parsed matcher. */
export interface MatchedHandler {
  readonly handler: HookHandler;
  readonly takes: (value: string) => boolean;
  readonly parsed: Matcher;
}

/** The handlers of these files, in order. @param runs handler types besides commands and servers that have a runner */
export function readAllHooks(
  values: readonly TracedValue[],
  knownTools: readonly string[],
  runs: ReadonlySet<string> = new Set(),
): { readonly handlers: readonly MatchedHandler[]; readonly problems: readonly SettingsProblem[] } {
  const matchers = new Map<string, Matcher>();
  const matcherOf = (event: HookEvent, text: string | undefined): Matcher => {
    const isNarrow = eventTerms(event).hasNarrowMatchers === true;
    const key = `${String(isNarrow)} ${text ?? ''}`;
    const matcher = matchers.get(key) ?? parseMatcher(text, isNarrow);
    matchers.set(key, matcher);
    return matcher;
  };
  const problems: SettingsProblem[] = [];
  const handlers: HookHandler[] = [];
  for (const value of values) {
    const read = readHooks(hookFile(value), {
      runs,
      ofMatcher: (event, text) => matcherProblem(event, text, matcherOf(event, text), knownTools),
      ofCondition: (event, text, rule) =>
        isToolEvent(event) ? conditionProblem(rule, matcherOf(event, text), knownTools) : undefined,
    });
    problems.push(...read.problems);
    handlers.push(...read.handlers);
  }
  const matched = handlers.map((handler) => {
    const matcher = matcherOf(handler.event, handler.matcher);
    return { handler, takes: (value: string) => matcherTakes(matcher, value), parsed: matcher };
  });
  return { handlers: matched, problems };
}
