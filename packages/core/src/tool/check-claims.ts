import type { Claims } from '../data/claims.ts';
import { getOwn } from '../data/json.ts';

const WORDS: ReadonlySet<unknown> = new Set(['exclusive', 'independent', 'everything']);

/** What is wrong with claims returned by a tool, which may be anything; undefined if nothing. */
export function claimsProblem(claims: unknown): string | undefined {
  if (typeof claims === 'string')
    return WORDS.has(claims) ? undefined : `${JSON.stringify(claims)} is not a list of claims`;
  if (!Array.isArray(claims)) return 'they are not a list';
  for (const claim of claims) {
    const problem = claimProblem(claim);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function isClaims(claims: unknown): claims is Claims {
  return claimsProblem(claims) === undefined;
}

function claimProblem(claim: unknown): string | undefined {
  if (typeof claim !== 'object' || claim === null) return 'a claim is not an object';
  const access = getOwn(claim, 'access');
  if (access !== 'read' && access !== 'write') return 'a claim has no access of "read" or "write"';
  const resource = getOwn(claim, 'resource');
  if (typeof resource !== 'object' || resource === null) return 'a claim has no resource';
  const kind = getOwn(resource, 'kind');
  if (kind === 'named')
    return typeof getOwn(resource, 'name') === 'string' ? undefined : 'a named resource has no name';
  if (kind !== 'file' && kind !== 'tree') return 'a resource has an unknown kind ("file", "tree" or "named")';
  return typeof getOwn(resource, 'path') === 'string' ? undefined : `a ${kind} has no path`;
}
