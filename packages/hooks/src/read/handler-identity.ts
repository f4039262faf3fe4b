import type { HookHandler } from './hook-handler.ts';

/** All that a handler does and when, but for its matcher and its place. */
export function handlerIdentity(handler: HookHandler): string {
  const { place: _place, matcher: _matcher, ...terms } = handler;
  return JSON.stringify(Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1)));
}
