import type { FileFingerprint } from '../../data/file-fingerprint.ts';
import type { FileIdentity, Files } from '../files.ts';
import { otherCase } from '../other-case.ts';
import { sha256 } from './sha256.ts';
import { normalizePath, resolveLinks } from '../posix-path.ts';

/** Files of a test. Directories exist if a file or a link is below them; all paths are absolute. */
export interface MemoryFiles extends Files {
  write(path: string, text: string): void;
  /** Removes one name; a directory with everything below it. */
  remove(path: string): void;
  /** Creates a symbolic link at `path`; `target` may be relative and need not exist. */
  symlink(target: string, path: string): void;
  /** Gives an existing file another name. */
  hardLink(existing: string, path: string): void;
}

export interface MemoryFilesOptions {
  readonly contents?: ReadonlyMap<string, string>;
  /** Symbolic links: the link's path, then its target. */
  readonly links?: ReadonlyMap<string, string>;
}

interface Inode {
  readonly number: number;
  text: string;
  mtimeMs: number;
}

/** Paths are POSIX; `.` and `..` are removed before links are resolved. Every write is a millisecond later than the one before. */
export function createMemoryFiles(options: MemoryFilesOptions = {}): MemoryFiles {
  const files = new Map<string, Inode>();
  const links = new Map<string, string>();
  /** Of directories that were asked about. */
  const directories = new Map<string, number>();
  let inodes = 0;
  let time = 0;

  const realPath = (path: string, cwd = '/'): string =>
    resolveLinks(normalizePath(path, cwd), (at) => links.get(at));

  function isDirectory(path: string): boolean {
    const below = path === '/' ? '/' : `${path}/`;
    for (const map of [files, links]) {
      for (const name of map.keys()) if (name.startsWith(below)) return true;
    }
    return path === '/';
  }

  const followedTargets = (start: string): readonly string[] => {
    const targets = new Set<string>();
    const roots = [start];
    for (const root of roots) {
      for (const path of links.keys()) {
        if (!path.startsWith(root === '/' ? '/' : `${root}/`)) continue;
        const target = realPath(path);
        targets.add(target);
        if (!roots.includes(target)) roots.push(target);
      }
    }
    return [...targets];
  };

  const memory: MemoryFiles = {
    identify(path, cwd): FileIdentity {
      const real = realPath(path, cwd);
      const inode = files.get(real);
      if (inode === undefined) {
        return { realPath: real, inode: undefined, links: isDirectory(real) ? 1 : 0 };
      }
      const names = [...files.values()].filter((other) => other === inode).length;
      return { realPath: real, inode: `1:${inode.number}`, links: names };
    },
    directoryId(path) {
      const real = realPath(path);
      if (!isDirectory(real)) return undefined;
      const known = directories.get(real) ?? (inodes += 1);
      directories.set(real, known);
      return `1:${known}`;
    },
    linkTargets(directory, levels) {
      const real = realPath(directory);
      if (levels === Infinity) return followedTargets(real);
      const below = real === '/' ? '/' : `${real}/`;
      const found = [...links.keys()].filter(
        (path) => path.startsWith(below) && path.slice(below.length).split('/').length <= levels,
      );
      const isHigh = (path: string): boolean => path.slice(below.length).split('/').length < levels;
      return found.some(isHigh) ? undefined : found.map((path) => realPath(path));
    },
    namesBeneath(directory) {
      const real = realPath(directory);
      const below = real === '/' ? '/' : `${real}/`;
      if (!isDirectory(real)) return undefined;
      if ([...links.keys()].some((path) => path.startsWith(below))) return undefined;
      const found = [...files].filter(([path]) => path.startsWith(below));
      const numbers = [...files.values()].map(({ number }) => number);
      const isAlone = found.every(([, { number }]) => numbers.filter((one) => one === number).length === 1);
      const parents = found.flatMap(([path]) =>
        path
          .slice(below.length)
          .split('/')
          .map((_, index, parts) => below + parts.slice(0, index + 1).join('/')),
      );
      return isAlone ? [...new Set(parents)] : undefined;
    },
    ignoresCase(path) {
      let directory = normalizePath('..', realPath(path));
      for (; ; directory = normalizePath('..', directory)) {
        const below = directory === '/' ? '/' : `${directory}/`;
        for (const [name, inode] of files) {
          if (!name.startsWith(below) || name.slice(below.length).includes('/')) continue;
          const other = otherCase(name.slice(below.length));
          if (other !== undefined) return files.get(below + other) === inode;
        }
        if (directory === '/') return false;
      }
    },
    async fingerprint(path, known): Promise<FileFingerprint | undefined> {
      const inode = files.get(realPath(path));
      if (inode === undefined) return undefined;
      const bytes = new TextEncoder().encode(inode.text);
      const now = { size: bytes.length, mtimeMs: inode.mtimeMs, inode: inode.number };
      if (known.size === now.size && known.mtimeMs === now.mtimeMs && known.inode === now.inode) return known;
      return { hash: await sha256(bytes), ...now };
    },
    write(path, text) {
      const real = realPath(path);
      time += 1;
      const inode = files.get(real);
      if (inode === undefined) {
        inodes += 1;
        files.set(real, { number: inodes, text, mtimeMs: time });
        return;
      }
      inode.text = text;
      inode.mtimeMs = time;
    },
    remove(path) {
      const gone = normalizePath(path, '/');
      for (const map of [files, links, directories]) {
        for (const name of map.keys()) if (name === gone || name.startsWith(`${gone}/`)) map.delete(name);
      }
    },
    symlink(target, path) {
      links.set(normalizePath(path, '/'), target);
    },
    hardLink(existing, path) {
      const inode = files.get(realPath(existing));
      if (inode === undefined) throw new Error(`No file at ${existing}.`);
      files.set(realPath(path), inode);
    },
  };

  for (const [path, target] of options.links ?? []) memory.symlink(target, path);
  for (const [path, text] of options.contents ?? []) memory.write(path, text);
  return memory;
}
