import { claimsProblem, isClaims } from '../tool/check-claims.ts';
import type { Claims } from '../data/claims.ts';
import type { Call } from '../engine/call.ts';
import { messageOf } from '../tool/predicates.ts';

/** A call's claims as its tool declares them; `exclusive`, and reported once, if they can't be used. */
export function declaredClaims(call: Call, cwd: string): Claims | undefined {
  const { tool, input } = call;
  if (tool?.claims === undefined) return undefined;
  let problem: string;
  try {
    const claims: unknown = tool.claims(input, { cwd });
    if (isClaims(claims)) return claims;
    problem = claimsProblem(claims) ?? 'their format is unknown';
  } catch (error) {
    problem = messageOf(error);
  }
  if (!call.hasBadClaims) {
    call.hasBadClaims = true;
    const message = `The claims that ${call.name} declares are invalid (${problem}): the call runs alone.`;
    call.group.emit({ type: 'notice', code: 'tool-declaration-failed', message, callId: call.id });
  }
  return 'exclusive';
}
