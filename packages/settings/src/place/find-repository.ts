import { statSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readText } from '../read/read-text.ts';
import { realPath } from './real-path.ts';

/** A git checkout, as its files tell; git itself is not run. */
export interface Repository {
  /** The directory that holds `.git`. */
  readonly root: string;
  /** The main checkout: another one than `root` in a linked worktree only. */
  readonly mainRoot: string;
  /** Where the index of `root` is. */
  readonly gitDirectory: string;
  /** Where the index of `mainRoot`, and `info/exclude`, are. */
  readonly commonDirectory: string;
}

const POINTER_LIMIT = 64 * 1024;

/** The innermost repository around a directory, which is given absolute and real. */
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
  // Anyone can write a `.git` file that names a repository of somebody else; only that repository can name it back.
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
