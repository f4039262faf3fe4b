import type { HookHandler } from './hook-handler.ts';

type Takes = (toolName: string) => boolean;

interface Matched {
  readonly handler: HookHandler;
  readonly takes: Takes;
}

/** The same handler, written in several files or under several matchers, runs once for a call: that of the highest layer. */
export function withoutTwins(matched: readonly Matched[]): readonly Matched[] {
  const twins = new Map<string, Map<string | undefined, Takes>>();
  const kept: Matched[] = [];
  for (const { handler, takes } of matched.toReversed()) {
    const { matcher } = handler;
    const key = identity(handler);
    const known = twins.get(key) ?? new Map<string | undefined, Takes>();
    if (known.has(matcher)) continue;
    const later = [...known.values()];
    twins.set(key, known.set(matcher, takes));
    kept.push({ handler, takes: (name) => takes(name) && !later.some((twin) => twin(name)) });
  }
  return kept.toReversed();
}

/** All that a handler does and when, but for its matcher and its place. */
function identity(handler: HookHandler): string {
  const { place: _place, matcher: _matcher, ...terms } = handler;
  return JSON.stringify(Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1)));
}
