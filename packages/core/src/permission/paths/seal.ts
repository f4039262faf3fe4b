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

/**
 * What is read isn't known, and perhaps it is a secret: it lies in a known directory, a text computes its name, or it is called as a secret is
 * from a directory that isn't known.
 */
export function secretWithin(
  sealed: readonly SealedPath[],
  { access, within, endsIn, isComputed }: Pick<FileAction, 'access' | 'within' | 'endsIn' | 'isComputed'>,
  files: Files,
): Verdict | undefined {
  if (access !== 'read') return undefined;
  const realPath = within === undefined ? undefined : files.identify(within, '/').realPath;
  const mayBe = (path: string): boolean =>
    isComputed === true ||
    (realPath !== undefined && (isInside(path, realPath) || isInside(realPath, path))) ||
    (endsIn !== undefined && mayEndIn(path, endsIn));
  for (const { path, isUnreadable: isShut, holds } of sealed)
    if (isShut && holds !== undefined && mayBe(path) && isThere(path, files))
      return kept({ kind: 'sealed', path, access, holds, above: within ?? path });
  return undefined;
}

/** From some directory above it, what is written leads to the path or into it: `logins/a.json` to `/h/logins`. */
function mayEndIn(path: string, written: string): boolean {
  const names = written.split('/').filter((name) => name !== '' && name !== '.');
  return names.some((_, at) => path.endsWith(`/${names.slice(0, at + 1).join('/')}`));
}

/** Whatever program it is, it may read a secret that its words name, wherever in a word the path stands. */
export function secretNamed(sealed: readonly SealedPath[], texts: readonly string[]): Verdict | undefined {
  for (const { path, isUnreadable: isShut, holds } of sealed)
    if (isShut && holds !== undefined && texts.some((text) => namesPath(text, path)))
      return denied({ kind: 'sealed', path, access: 'read', holds });
  return undefined;
}

function namesPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1))
    if (!/^[\w-]/u.test(text.slice(at + path.length))) return true;
  return false;
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
