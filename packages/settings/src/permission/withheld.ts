import type { PermissionRule, WorkingDirectory } from '@sluice/core';
import type { RequestedMode } from './read-mode.ts';

/** What a repository's files would allow, ignored because the repository isn't trusted. */
export interface Withheld {
  /** The directory to trust. */
  readonly root: string;
  readonly rules: readonly PermissionRule[];
  readonly directories: readonly WorkingDirectory[];
  readonly modes: readonly RequestedMode[];
  /** A sentence or two for the user. */
  readonly notice: string;
}

export function describeWithheld(
  root: string,
  parts: Pick<Withheld, 'rules' | 'directories' | 'modes'>,
): Withheld | undefined {
  const { rules, directories, modes } = parts;
  const counts = [
    counted(rules.length, 'allow rule', 'allow rules'),
    counted(directories.length, 'additional directory', 'additional directories'),
    counted(modes.length, 'start mode', 'start modes'),
  ].filter((count) => count !== undefined);
  if (counts.length === 0) return undefined;
  const notice =
    `Not used: ${counts.join(' and ')} from files of the repository, because ${JSON.stringify(root)} is not trusted. ` +
    'Deny and ask rules still apply. To use the rest, trust it: sluice rules trust.';
  return { root, ...parts, notice };
}

function counted(count: number, one: string, many: string): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;
}
