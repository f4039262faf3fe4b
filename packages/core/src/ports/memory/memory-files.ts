import type { FileFingerprint } from '../../data/file-fingerprint.ts';
import type { FileIdentity, Files, GitNames } from '../files.ts';
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
  /** Files that git ignores. All others are tracked, in one repository at the root. */
  readonly ignored?: readonly string[];
  /** Files that git tracks and that are gone. */
  readonly deleted?: readonly string[];
  /** Files that git neither tracks nor ignores. Default: none. */
  readonly untracked?: readonly string[];
  /** Files that commits change, whatever git is to do with them. */
  readonly changed?: readonly string[];
}

interface Inode {
  readonly number: number;
  text: string;
  mtimeMs: number;
}

/** Paths are POSIX; `.` and `..` are removed before links are resolved. Every write is a millisecond later than the one before. */
export function createMemoryFiles(options: MemoryFilesOptions = {}): MemoryFiles {
  const memory = new FilesInMemory(options);
  for (const [path, target] of options.links ?? []) memory.symlink(target, path);
  for (const [path, text] of options.contents ?? []) memory.write(path, text);
  return memory;
}

class FilesInMemory implements MemoryFiles {
  readonly #files = new Map<string, Inode>();
  readonly #links = new Map<string, string>();
  /** Of directories that were asked about. */
  readonly #directories = new Map<string, number>();
  readonly #ignored: ReadonlySet<string>;
  readonly #deleted: readonly string[];
  readonly #untracked: ReadonlySet<string>;
  readonly #changed: readonly string[];
  #inodes = 0;
  #time = 0;

  constructor({ ignored = [], deleted = [], untracked = [], changed = [] }: MemoryFilesOptions) {
    this.#ignored = new Set(ignored);
    this.#deleted = deleted;
    this.#untracked = new Set(untracked);
    this.#changed = changed;
  }

  identify(path: string, cwd?: string): FileIdentity {
    const real = this.#realPath(path, cwd);
    const inode = this.#files.get(real);
    if (inode === undefined) {
      return { realPath: real, inode: undefined, links: this.#isDirectory(real) ? 1 : 0 };
    }
    const names = [...this.#files.values()].filter((other) => other === inode).length;
    return { realPath: real, inode: `1:${inode.number}`, links: names };
  }

  directoryId(path: string): string | undefined {
    const real = this.#realPath(path);
    if (!this.#isDirectory(real)) return undefined;
    const known = this.#directories.get(real) ?? (this.#inodes += 1);
    this.#directories.set(real, known);
    return `1:${known}`;
  }

  linkTargets(directory: string, levels: number): readonly string[] {
    const real = this.#realPath(directory);
    if (levels === Infinity) return this.#followedTargets(real);
    const below = startOfNamesIn(real);
    const depthOf = (path: string): number => path.slice(below.length).split('/').length;
    const found = [...this.#links.keys()].filter((path) => path.startsWith(below) && depthOf(path) <= levels);
    const targets = found.flatMap((path) => {
      const target = this.#realPath(path);
      const left = levels - depthOf(path);
      return [target, ...(left === 0 ? [] : this.linkTargets(target, left))];
    });
    return [...new Set(targets)];
  }

  namesBeneath(directory: string): readonly string[] | undefined {
    const real = this.#realPath(directory);
    const below = startOfNamesIn(real);
    if (!this.#isDirectory(real)) return undefined;
    if ([...this.#links.keys()].some((path) => path.startsWith(below))) return undefined;
    const found = [...this.#files].filter(([path]) => path.startsWith(below));
    const numbers = [...this.#files.values()].map(({ number }) => number);
    const isAlone = found.every(([, { number }]) => numbers.filter((one) => one === number).length === 1);
    return isAlone ? this.entriesBeneath(real) : undefined;
  }

  entriesBeneath(directory: string, levels = Infinity): readonly string[] {
    const below = startOfNamesIn(this.#realPath(directory));
    const found = [...this.#files.keys(), ...this.#links.keys()].filter((path) => path.startsWith(below));
    const parents = found.flatMap((path) =>
      path
        .slice(below.length)
        .split('/')
        .slice(0, levels)
        .map((_, index, parts) => below + parts.slice(0, index + 1).join('/')),
    );
    return [...new Set(parents)];
  }

  otherNames(directory: string, inode: string): readonly string[] {
    const below = startOfNamesIn(this.#realPath(directory));
    return [...this.#files].flatMap(([path, { number }]) =>
      path.startsWith(below) && inode === `1:${number}` ? [path] : [],
    );
  }

  filesBeneath(directory: string): readonly string[] {
    const below = startOfNamesIn(this.#realPath(directory));
    return [...this.#files.keys()].filter((path) => path.startsWith(below));
  }

  gitNames(_directory: string, which: GitNames): readonly string[] {
    if (typeof which === 'object' && which.by === 'anything') return ['/'];
    if (which === 'submodules') return [];
    if (which === 'untracked') return [...this.#untracked];
    if (which === 'untracked-or-ignored') return [...this.#untracked, ...this.#ignored];
    const names = [...this.#files.keys(), ...this.#deleted].filter(
      (name) =>
        which === 'all' ||
        (!this.#ignored.has(name) && (which === 'not-ignored' || !this.#untracked.has(name))),
    );
    if (typeof which !== 'object') return names;
    if (which.by === 'tree') return names;
    return which.by === 'reset' ? [...names, ...this.#changed] : this.#changed;
  }

  ignoresCase(path: string): boolean {
    let directory = normalizePath('..', this.#realPath(path));
    for (; ; directory = normalizePath('..', directory)) {
      const below = startOfNamesIn(directory);
      for (const [name, inode] of this.#files) {
        if (!name.startsWith(below) || name.slice(below.length).includes('/')) continue;
        const other = otherCase(name.slice(below.length));
        if (other !== undefined) return this.#files.get(below + other) === inode;
      }
      if (directory === '/') return false;
    }
  }

  async fingerprint(path: string, known: FileFingerprint): Promise<FileFingerprint | undefined> {
    const inode = this.#files.get(this.#realPath(path));
    if (inode === undefined) return undefined;
    const bytes = new TextEncoder().encode(inode.text);
    const now = { size: bytes.length, mtimeMs: inode.mtimeMs, inode: inode.number };
    if (known.size === now.size && known.mtimeMs === now.mtimeMs && known.inode === now.inode) return known;
    return { hash: await sha256(bytes), ...now };
  }

  write(path: string, text: string): void {
    const real = this.#realPath(path);
    this.#time += 1;
    const inode = this.#files.get(real);
    if (inode === undefined) {
      this.#inodes += 1;
      this.#files.set(real, { number: this.#inodes, text, mtimeMs: this.#time });
      return;
    }
    inode.text = text;
    inode.mtimeMs = this.#time;
  }

  remove(path: string): void {
    const gone = normalizePath(path, '/');
    for (const map of [this.#files, this.#links, this.#directories]) {
      for (const name of map.keys()) if (name === gone || name.startsWith(`${gone}/`)) map.delete(name);
    }
  }

  symlink(target: string, path: string): void {
    this.#links.set(normalizePath(path, '/'), target);
  }

  hardLink(existing: string, path: string): void {
    const inode = this.#files.get(this.#realPath(existing));
    if (inode === undefined) throw new Error(`No file at ${existing}.`);
    this.#files.set(this.#realPath(path), inode);
  }

  #realPath(path: string, cwd = '/'): string {
    return resolveLinks(normalizePath(path, cwd), (at) => this.#links.get(at));
  }

  #isDirectory(path: string): boolean {
    const below = startOfNamesIn(path);
    for (const map of [this.#files, this.#links]) {
      for (const name of map.keys()) if (name.startsWith(below)) return true;
    }
    return path === '/';
  }

  #followedTargets(start: string): readonly string[] {
    const targets = new Set<string>();
    const roots = [start];
    for (const root of roots) {
      for (const path of this.#links.keys()) {
        if (!path.startsWith(startOfNamesIn(root))) continue;
        const target = this.#realPath(path);
        targets.add(target);
        if (!roots.includes(target)) roots.push(target);
      }
    }
    return [...targets];
  }
}

/** What the path of everything below a directory starts with. */
function startOfNamesIn(directory: string): string {
  return directory === '/' ? '/' : `${directory}/`;
}
