import type { FileAction } from '../action.ts';
import type { PathSpellings } from '../compiled-rules.ts';
import type { SealedPath } from '../context/context.ts';
import { isInside } from './is-inside.ts';
import { denied, kept, type Verdict } from '../verdict.ts';

/**
 * A session's own files (its journal, stored results, old file contents) decide what is allowed when it is resumed, and must be unchanged
 * then: no call writes or removes them, in any mode. Some paths may not be read either.
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
    if (isReading || removal === 'some' || removal === 'found' || !isInside(path, real)) continue;
    const cause = { kind: 'sealed', ...named, above: lexical } as const;
    if (access === 'remove') return denied(cause);
    if (isTree) return kept(cause);
  }
  return undefined;
}

/** Whether no call may read a file. */
export function isUnreadable(sealed: readonly SealedPath[], { lexical, real }: PathSpellings): boolean {
  return sealed.some(
    ({ path, isUnreadable: isShut }) => isShut && (isInside(real, path) || isInside(lexical, path)),
  );
}
