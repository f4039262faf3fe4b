import { basename } from 'node:path';
import type { FileAction } from '../action.ts';
import type { PathSpellings } from '../compiled-rules.ts';
import type { SealedPath } from '../context/context.ts';
import { isInside } from './is-inside.ts';
import type { Files } from '../../ports/files.ts';
import { denied, kept, type Verdict } from '../verdict.ts';

/**
 * A session's own files (its journal, stored results, old file contents) decide what is allowed when it is resumed, and must be unchanged
 * then: no call writes or removes them, in any mode. Some paths may not be read either.
 * @param files undefined: the action is about one file
 */
export function sealDemand(
  sealed: readonly SealedPath[],
  action: FileAction,
  { lexical, real }: PathSpellings,
  files: Files | undefined,
): Verdict | undefined {
  const { access, isTree, removal } = action;
  const isReading = access === 'read';
  if (access === 'list') return undefined;
  for (const { path, isUnreadable, holds } of sealed) {
    if (isReading && !isUnreadable) continue;
    const named = holds === undefined ? { path, access } : { path, access, holds };
    if (isInside(real, path) || isInside(lexical, path)) return denied({ kind: 'sealed', ...named });
    if (removal === 'some' || removal === 'found' || !isInside(path, real)) continue;
    const cause = { kind: 'sealed', ...named, above: lexical } as const;
    if (isReading && !(holds !== undefined && readsSecret(action, path, files))) continue;
    if (access === 'remove') return denied(cause);
    if (isTree) return kept(cause);
  }
  return undefined;
}

/** Whether what is read of a tree includes a secret in it. */
function readsSecret(action: FileAction, path: string, files: Files | undefined): boolean {
  const { isTree, leavesOutDenied, isHiddenIfDenied, isPast, gitNames, endings } = action;
  if (!isTree || files === undefined || leavesOutDenied === true || isHiddenIfDenied === true) return false;
  // No one gives them to git.
  if (isPast === true || gitNames !== undefined) return false;
  if (files.directoryId(path) !== undefined) return true;
  return (endings?.some((ending) => path.endsWith(ending)) ?? true) && isThere(path, files);
}

function isThere(path: string, files: Files): boolean {
  return files.directoryId(path) !== undefined || files.identify(path, '/').inode !== undefined;
}

/** Names of secrets below a directory, which a search leaves out. */
export function secretsBeneath(
  sealed: readonly SealedPath[],
  { real }: PathSpellings,
  files: Files,
): readonly string[] {
  return sealed.flatMap(({ path, isUnreadable: isShut, holds }) =>
    isShut && holds !== undefined && isInside(path, real) && isThere(path, files) ? [basename(path)] : [],
  );
}

/** Whether no call may read a file. */
export function isUnreadable(sealed: readonly SealedPath[], { lexical, real }: PathSpellings): boolean {
  return sealed.some(
    ({ path, isUnreadable: isShut }) => isShut && (isInside(real, path) || isInside(lexical, path)),
  );
}
