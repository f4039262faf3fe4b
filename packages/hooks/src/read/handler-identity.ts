import type { HookHandler } from './hook-handler.ts';

/** Everything a handler does and when, except its matcher and place. */
export function handlerIdentity(handler: HookHandler): string {
  const { place: _place, matcher: _matcher, ...terms } = handler;
  return JSON.stringify(Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1)));
}
