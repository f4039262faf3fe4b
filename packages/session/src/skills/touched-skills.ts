import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Skill } from '@sluice/agent';
import { createPathMatcher, isInside, type ModelMessage } from '@sluice/core';
import { TouchedFiles } from '../touched-files.ts';

const FOLDERS = ['.sluice/skills', '.claude/skills', '.sluice/commands', '.claude/commands'];
/** A repository may have any number. */
const MAX_NESTED = 100;

/**
 * Knows which skills the model learns of because calls have named files: those with `paths`, and those of directories below the
 * working directory. It learns of them for good.
 */
export class TouchedSkills {
  readonly #cwd: string;
  readonly #calls: TouchedFiles;
  readonly #files = new Set<string>();
  /** Paths of skill files. */
  readonly #touched = new Set<string>();
  /** Directories that were looked at. */
  readonly #looked = new Set<string>();
  readonly #nested: string[] = [];

  /** @param cwd absolute: base of relative paths */
  constructor(cwd: string) {
    this.#cwd = cwd;
    this.#calls = new TouchedFiles(cwd);
  }

  /** Absolute: directories below the working directory that have skills or commands, in the order in which they were found. */
  get nested(): readonly string[] {
    return this.#nested;
  }

  /** Reads the calls of new messages. True: there are more nested directories. */
  read(messages: readonly ModelMessage[]): boolean {
    const before = this.#nested.length;
    for (const file of this.#calls.read(messages)) {
      this.#files.add(file);
      this.#look(dirname(file));
    }
    return this.#nested.length > before;
  }

  /** The nearest directory comes first. */
  #look(directory: string): void {
    for (let at = directory; at !== this.#cwd && isInside(at, this.#cwd); at = dirname(at)) {
      if (this.#looked.has(at)) continue;
      this.#looked.add(at);
      if (this.#nested.length < MAX_NESTED && FOLDERS.some((folder) => existsSync(join(at, folder))))
        this.#nested.push(at);
    }
  }

  isListed({ path, paths, scope = this.#cwd }: Pick<Skill, 'path' | 'paths' | 'scope'>): boolean {
    if (paths.length === 0 || this.#touched.has(path)) return true;
    if (this.#files.size === 0) return false;
    const matches = createPathMatcher(paths, scope);
    const isTouched = [...this.#files].some(matches);
    if (isTouched) this.#touched.add(path);
    return isTouched;
  }
}
