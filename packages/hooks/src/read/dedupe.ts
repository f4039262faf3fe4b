import { handlerIdentity } from './handler-identity.ts';
import type { HookHandler } from './hook-handler.ts';

type Takes = (toolName: string) => boolean;

interface Matched {
  readonly handler: HookHandler;
  readonly takes: Takes;
}

/** The same handler, defined in several files or under several matchers, runs once per call: the one from the highest layer. */
export function dedupe(matched: readonly Matched[]): readonly Matched[] {
  const twins = new Map<string, { readonly matchers: Set<string | undefined>; readonly later: Takes[] }>();
  const kept: Matched[] = [];
  for (const { handler, takes } of matched.toReversed()) {
    const { matcher } = handler;
    const key = handlerIdentity(handler);
    const { matchers, later } = twins.get(key) ?? { matchers: new Set(), later: [] };
    if (matchers.has(matcher)) continue;
    const count = later.push(takes) - 1;
    twins.set(key, { matchers: matchers.add(matcher), later });
    kept.push({ handler, takes: (name) => takes(name) && !takesAny(later, count, name) });
  }
  return kept.toReversed();
}

/** The list grows while it is in use, and only its first part is above a handler. */
function takesAny(takes: readonly Takes[], count: number, name: string): boolean {
  for (let index = 0; index < count; index += 1) if (takes[index]?.(name) === true) return true;
  return false;
}
