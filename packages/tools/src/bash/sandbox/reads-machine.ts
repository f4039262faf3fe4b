import { isInside } from '@sluice/core';
import type { CommandAnalysis, FileEffect } from '@sluice/shell';
import { resolvePath } from '../../files/paths/resolve-path.ts';

/** Directories that a sandbox replaces with its own. */
const OWN = ['/proc', '/dev'];

/** These are the same inside. */
const SAME = new Set(
  'null zero full random urandom stdin stdout stderr fd/0 fd/1 fd/2'.split(' ').map((name) => `/dev/${name}`),
);

/** Whether a command reads a directory that differs in a sandbox, including through links. */
export function readsMachine({ commands }: CommandAnalysis): boolean {
  return commands.some(({ files, redirections, cwd }) =>
    [...files, ...redirections].some((effect) => isOfMachine(effect, cwd)),
  );
}

function isOfMachine({ path, isTree }: FileEffect, cwd: string | undefined): boolean {
  if (path === undefined || SAME.has(path)) return false;
  const { realPath } = resolvePath(path, cwd ?? '/');
  return OWN.some((own) => isInside(realPath, own) || (isTree && isInside(own, realPath)));
}
