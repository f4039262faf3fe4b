import { nearName } from '@sluice/base';
import { OWN_TOOLS } from '@sluice/core';
import { eventTerms, HOOK_EVENTS, isHookEvent } from '../events/event-lookup.ts';
import { matcherTakes, parseMatcher } from './matcher.ts';
import { ABSENT_TOOLS } from './tool-names.ts';

/** Events whose hooks decide whether a call runs: one that never runs guards nothing. */
const GUARDS: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest']);

/**
 * Why hooks that a program brings can't run: there is no such event, or their matcher is invalid or, of hooks that decide
 * about calls, matches no tool. Undefined: no known problem.
 */
export function unusableHook(event: string, matcher: string | undefined): string | undefined {
  if (!isHookEvent(event)) {
    const near = nearName(event, HOOK_EVENTS);
    const hint = near === undefined ? `The events are ${HOOK_EVENTS.join(', ')}.` : `Did you mean "${near}"?`;
    return `There is no hook event ${JSON.stringify(event.slice(0, 80))}. ${hint}`;
  }
  const { matches, hasNarrowMatchers } = eventTerms(event);
  if (matches === undefined || matcher === undefined) return undefined;
  const parsed = parseMatcher(matcher, hasNarrowMatchers);
  const shown = `The matcher ${JSON.stringify(matcher.slice(0, 200))} of ${event}`;
  if (parsed.kind === 'wrong') return `${shown} is not a valid regular expression: ${parsed.problem}.`;
  // Tools of servers aren't known before the servers are connected.
  if (!GUARDS.has(event) || matcher.includes('mcp_') || parsed.kind === 'all') return undefined;
  const tools = [...OWN_TOOLS, ...ABSENT_TOOLS.keys()];
  if (parsed.kind === 'pattern') parsed.pattern.lookAt(tools);
  if (tools.some((tool) => matcherTakes(parsed, tool))) return undefined;
  const near = nearName(matcher, OWN_TOOLS);
  const hint = near === undefined ? 'Write names of tools, as in "Edit|Write".' : `Did you mean "${near}"?`;
  return `${shown} matches no tool, so its hooks would never run. ${hint}`;
}
