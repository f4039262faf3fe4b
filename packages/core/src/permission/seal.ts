import type { FileAction } from './action.ts';
import type { PathSpellings } from './compiled-rules.ts';
import type { SealedPath } from './context.ts';
import { isInside } from './is-inside.ts';
import { denied, kept, type Verdict } from './verdict.ts';

/**
 * What a session keeps for itself (its journal, stored results, what files held) decides what is allowed when it goes on,
 * and must be there as it was: no call writes or removes it, in any mode. Of some paths nothing is read either.
 */
export function sealDemand(
  sealed: readonly SealedPath[],
  { access, isTree, removal }: FileAction,
  { lexical, real }: PathSpellings,
): Verdict | undefined {
  const isReading = access === 'read';
  if (access === 'list') return undefined;
  for (const { path, isUnreadable, holds } of sealed) {
    if (isReading && !isUnreadable) continue;
    const named = holds === undefined ? { path, access } : { path, access, holds };
    if (isInside(real, path) || isInside(lexical, path)) return denied({ kind: 'sealed', ...named });
    if (isReading || removal === 'some' || !isInside(path, real)) continue;
    const cause = { kind: 'sealed', ...named, above: lexical } as const;
    if (access === 'remove') return denied(cause);
    if (isTree) return kept(cause);
  }
  return undefined;
}

/** Whether a file belongs to what no call reads. */
export function isUnreadable(sealed: readonly SealedPath[], { lexical, real }: PathSpellings): boolean {
  return sealed.some(
    ({ path, isUnreadable: isShut }) => isShut && (isInside(real, path) || isInside(lexical, path)),
  );
}
