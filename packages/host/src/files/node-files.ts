import { lstatSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, basename, resolve } from 'node:path';
import type { FileFingerprint, Files } from '@sluice/core';
import { entriesBeneath } from './entries-beneath.ts';
import { hashFile, isAsKnown, LARGEST_WHOLE } from './hash-file.ts';
import { ignoresCase } from './ignores-case.ts';
import { linkTargets } from './link-targets.ts';
import { namesBeneath } from './names-beneath.ts';
import { createOtherNames } from './other-names.ts';
import { resolveMissing } from './resolve-missing.ts';

export interface NodeFilesOptions {
  /** Asks git, which is found and started by someone else. Default: git can't be asked. */
  readonly gitNames?: Files['gitNames'] | undefined;
}

/** Files of this machine. Removes `.` and `..` from a path before resolving links, as `path.resolve` does. */
export function createNodeFiles({ gitNames = () => undefined }: NodeFilesOptions = {}): Files {
  return {
    gitNames,
    identify(path, cwd) {
      const written = resolve(cwd, path);
      const found = statOf(written);
      if (found === undefined) return { realPath: realPathOfMissing(written), inode: undefined, links: 0 };
      const inode = found.isDirectory() ? undefined : `${found.dev}:${found.ino}`;
      return { realPath: realPathOf(written) ?? resolveMissing(written), inode, links: found.nlink };
    },
    directoryId(path) {
      const found = statOf(path);
      return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : undefined;
    },
    linkTargets,
    namesBeneath,
    entriesBeneath,
    ...createOtherNames(),
    ignoresCase,
    async fingerprint(path, known) {
      const found = statOf(path);
      if (found === undefined || !found.isFile()) return undefined;
      const isSame = known.size > LARGEST_WHOLE ? await isAsKnown(path, known) : isUnchanged(found, known);
      if (isSame) return known;
      return hashFile(path).catch(() => undefined);
    },
  };
}

function isUnchanged(found: Stats, known: FileFingerprint): boolean {
  return found.size === known.size && found.mtimeMs === known.mtimeMs && found.ino === known.inode;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Most missing files are new ones in an existing directory, which needs no walk. */
function realPathOfMissing(path: string): string {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      return join(realpathSync.native(dirname(path)), basename(path));
    }
  } catch {
    // The walk below handles every other case.
  }
  return resolveMissing(path);
}
