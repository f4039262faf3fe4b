import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '@sluice/base';

/**
 * Whether a repository knows a worktree at this path (`worktrees/ID/gitdir`, gitrepository-layout), or may know one, where its
 * files can't be read. No git is started.
 * @param path absolute, as git has recorded it
 */
export function isRegistered(commonDirectory: string, path: string): boolean {
  // A worktree of a bare repository names a directory that leads on.
  const leadsTo = ifThere(() => readFileSync(join(commonDirectory, 'commondir'), 'utf8'));
  if (leadsTo === 'unknown') return true;
  const common = leadsTo === undefined ? commonDirectory : resolve(commonDirectory, leadsTo.trimEnd());
  const directory = join(common, 'worktrees');
  const ids = ifThere(() => readdirSync(directory)) ?? [];
  return ids === 'unknown' || ids.some((id) => mayBeAt(join(directory, id), path));
}

function mayBeAt(directory: string, path: string): boolean {
  const text = ifThere(() => readFileSync(join(directory, 'gitdir'), 'utf8'));
  // Recorded absolutely or, with `worktree.useRelativePaths`, from its own directory.
  return (
    text === 'unknown' ||
    (text !== undefined && dirname(resolve(directory, text.replace(/\n$/, ''))) === path)
  );
}

/** Undefined: it doesn't exist. */
function ifThere<Value>(read: () => Value): Value | 'unknown' | undefined {
  try {
    return read();
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : 'unknown';
  }
}
