import { realDirectory } from '@sluice/base';

/**
 * A program that keeps a project's settings apart from the directory it works in relies on nothing in that directory
 * deciding what runs. Sluice reads them from the working directory only.
 * @param sources undefined: all
 */
export function configRootProblem(
  root: string | undefined,
  cwd: string,
  sources: readonly string[] | undefined,
): string | undefined {
  const isRead = sources === undefined || sources.includes('project') || sources.includes('local');
  if (root === undefined || !isRead) return undefined;
  const real = realDirectory(root);
  if (real === undefined) return `--project-config-root ${JSON.stringify(root)} is not a directory`;
  if (real === realDirectory(cwd)) return undefined;
  return (
    `--project-config-root: Sluice reads project settings from the working directory only, not from ${JSON.stringify(root)}. ` +
    'Leave project and local out of --setting-sources, or start in that directory'
  );
}
