import { writeFile, writeTree, type Claim } from '@sluice/core';
import { fromHome } from './from-home.ts';
import { resolvePath, topmostMissingParent } from './resolve-path.ts';

/**
 * What a call that writes `given` claims: the file as written, the file that a dangling link would create, and every directory that would
 * have to be created.
 */
export function claimsForWriting(given: string, cwd: string): readonly Claim[] {
  const { path, realPath } = resolvePath(given, cwd);
  const claims = [writeFile(fromHome(given))];
  if (realPath !== path) claims.push(writeFile(realPath));
  const made = topmostMissingParent(realPath);
  if (made !== undefined) claims.push(writeTree(made));
  return claims;
}
