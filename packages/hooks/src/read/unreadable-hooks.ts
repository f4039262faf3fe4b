import { nearName } from '@sluice/base';
import { getOwn, isJsonObject, OWN_TOOLS } from '@sluice/core';
import { HOOK_EVENTS, isHookEvent } from '../events/event-lookup.ts';
import { readAllHooks } from './read-all-hooks.ts';

/** Handler types that a session can run, besides commands and servers. */
const TYPES: ReadonlySet<string> = new Set(['prompt', 'agent', 'mcp_tool']);
const UNREADABLE: ReadonlySet<string> = new Set(['wrong-value', 'unknown-event']);

/**
 * Why some of these hooks (in settings format) would never run: a wrong shape, an unknown type, a misspelled event.
 * Undefined: all can be read. Events whose names resemble no known event are ignored.
 */
export function unreadableHooks(value: unknown): string | undefined {
  const text = JSON.stringify({ hooks: value });
  const file = { source: 'user', file: undefined, value, text, isFromTrustedRoot: () => true } as const;
  const { handlers, problems } = readAllHooks([file], [...OWN_TOOLS], TYPES);
  if (handlers.length === countOf(value)) return undefined;
  return problems.find(({ code }) => UNREADABLE.has(code))?.message ?? 'Not all of them can run.';
}

/** The handlers that stand there. Undefined: the shape is wrong. */
function countOf(value: unknown): number | undefined {
  if (!isJsonObject(value)) return undefined;
  let count = 0;
  for (const event of Object.keys(value)) {
    if (!isHookEvent(event)) {
      if (nearName(event, HOOK_EVENTS) !== undefined) return undefined;
      continue;
    }
    const groups: unknown = getOwn(value, event);
    if (!Array.isArray(groups)) return undefined;
    for (const group of groups) {
      const hooks: unknown = isJsonObject(group) ? getOwn(group, 'hooks') : undefined;
      if (!Array.isArray(hooks)) return undefined;
      count += hooks.length;
    }
  }
  return count;
}
