import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A source file changed after the command was built, as a path relative to `root`; undefined if there is none, or nothing is
 * built. Rows that run the built command would measure other code than the tree's.
 */
export function changedSinceBuild(root: string): string | undefined {
  const built = statSync(join(root, 'packages/sluice/dist/cli.js'), { throwIfNoEntry: false });
  if (built === undefined) return undefined;
  return globSync('packages/*/src/**/*.ts', { cwd: root }).find(
    (path) => statSync(join(root, path)).mtimeMs > built.mtimeMs,
  );
}
