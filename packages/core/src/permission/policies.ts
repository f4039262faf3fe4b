import type { Claims } from '../tool/claims.ts';
import type { Files } from '../ports/files.ts';
import type { PermissionPolicy } from './policy.ts';

/** Allows every call. */
export const bypassPolicy: PermissionPolicy = {
  decide: () => ({ behavior: 'allow', by: 'mode', reason: 'the mode bypassPermissions allows every call' }),
};

/**
 * Allows what only reads inside the working directories, as far as a tool's claims tell, and asks about everything
 * else. Symbolic links are followed before paths are compared.
 * @param remedy how the person can allow more, for the refusal when nobody can be asked
 */
export function createDefaultPolicy(files: Files, remedy: string): PermissionPolicy {
  return {
    decide({ tool, isReadOnly, claims, cwd }, { workingDirectories }) {
      const ask = (reason: string) => ({ behavior: 'ask' as const, by: 'default' as const, reason, remedy });
      if (!isReadOnly) return ask(`${tool.name} can change things`);
      const outside = claims === undefined ? undefined : firstOutside(claims, cwd, workingDirectories, files);
      if (claims === undefined) return ask(`${tool.name} does not declare which files it reads`);
      if (outside !== undefined) return ask(`${outside} is outside the working directory`);
      return { behavior: 'allow', by: 'read-only', reason: 'it only reads inside the working directory' };
    },
  };
}

function firstOutside(
  claims: Claims,
  cwd: string,
  directories: readonly string[],
  files: Files,
): string | undefined {
  if (claims === 'independent') return undefined;
  if (claims === 'everything' || claims === 'exclusive') return 'what it may read';
  for (const { resource } of claims) {
    if (resource.kind === 'named') continue;
    const { realPath } = files.identify(resource.path, cwd);
    if (!directories.some((directory) => isInside(realPath, directory))) return realPath;
  }
  return undefined;
}

/** Both absolute and real. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}
