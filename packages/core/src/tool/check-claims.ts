import type { Claims } from '../data/claims.ts';
import { getOwn } from '../data/json.ts';

const WORDS: ReadonlySet<unknown> = new Set(['exclusive', 'independent', 'everything']);

/** What is wrong with claims as a tool gave them, which may be anything; undefined: nothing. */
export function claimsProblem(claims: unknown): string | undefined {
  if (typeof claims === 'string')
    return WORDS.has(claims) ? undefined : `the word ${JSON.stringify(claims)} is none of claims`;
  if (!Array.isArray(claims)) return 'they are no list';
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
  if (typeof claim !== 'object' || claim === null) return 'a claim is no object';
  const access = getOwn(claim, 'access');
  if (access !== 'read' && access !== 'write') return 'a claim has no access of "read" or "write"';
  const resource = getOwn(claim, 'resource');
  if (typeof resource !== 'object' || resource === null) return 'a claim has no resource';
  const kind = getOwn(resource, 'kind');
  if (kind === 'named')
    return typeof getOwn(resource, 'name') === 'string' ? undefined : 'a named resource has no name';
  if (kind !== 'file' && kind !== 'tree') return 'a resource is of no known kind ("file", "tree" or "named")';
  return typeof getOwn(resource, 'path') === 'string' ? undefined : `a ${kind} has no path`;
}
