import { statSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readText } from '../read/read-text.ts';
import { realPath } from './real-path.ts';

/** A git checkout, found from its files without running git. */
export interface Repository {
  /** The directory that contains `.git`. */
  readonly root: string;
  /** The main checkout. Differs from `root` only in a linked worktree. */
  readonly mainRoot: string;
  /** The directory with the index of `root`. */
  readonly gitDirectory: string;
  /** The directory with the index of `mainRoot` and with `info/exclude`. */
  readonly commonDirectory: string;
}

const POINTER_LIMIT = 64 * 1024;

/** The innermost repository that contains a directory. The directory must be absolute and real. */
export function findRepository(start: string): Repository | undefined {
  for (let directory = start; ; directory = dirname(directory)) {
    const stats = look(join(directory, '.git'));
    const found = stats === undefined ? undefined : readRepository(directory, stats);
    if (found !== undefined) return found;
    if (dirname(directory) === directory) return undefined;
  }
}

function readRepository(root: string, stats: Stats): Repository | undefined {
  const marker = join(root, '.git');
  if (stats.isDirectory()) return { root, mainRoot: root, gitDirectory: marker, commonDirectory: marker };
  const gitDirectory = readPointer(marker, root, 'gitdir: ');
  if (gitDirectory === undefined) return undefined;
  const alone = { root, mainRoot: root, gitDirectory, commonDirectory: gitDirectory };
  const common = readPointer(join(gitDirectory, 'commondir'), gitDirectory, '');
  if (common === undefined || basename(common) !== '.git') return alone;
  // Anyone can write a `.git` file that points to someone else's repository; only that repository can point back.
  const back = readPointer(join(gitDirectory, 'gitdir'), gitDirectory, '');
  const isLinked = back !== undefined && realPath(back) === realPath(marker);
  const parent = realPath(dirname(gitDirectory));
  if (!isLinked || parent === undefined || parent !== realPath(join(common, 'worktrees'))) return alone;
  const mainRoot = realPath(dirname(common));
  return mainRoot === undefined
    ? alone
    : { root, mainRoot, gitDirectory, commonDirectory: join(mainRoot, '.git') };
}

function readPointer(path: string, base: string, prefix: string): string | undefined {
  const read = readText(path, POINTER_LIMIT);
  if (read.status !== 'read' || !read.text.startsWith(prefix)) return undefined;
  const target = read.text.slice(prefix.length).replace(/[\r\n]{1,2}$/, '');
  return target === '' || target.includes('\0') ? undefined : resolve(base, target);
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
