import { resolve } from 'node:path';
import type { Skill } from '@sluice/agent';
import { createPathMatcher, getOwn, type ModelMessage } from '@sluice/core';

const PATH_FIELDS = ['file_path', 'notebook_path', 'path'];

/** Knows which skills with `paths` the model learns of: those whose files a call has named. It learns of them for good. */
export class TouchedSkills {
  readonly #cwd: string;
  readonly #seen = new WeakSet<ModelMessage>();
  readonly #files = new Set<string>();
  /** Paths of skill files. */
  readonly #touched = new Set<string>();

  /** @param cwd absolute: base of relative paths */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Reads the calls of new messages. */
  read(messages: readonly ModelMessage[]): void {
    for (const message of messages) {
      if (this.#seen.has(message)) continue;
      this.#seen.add(message);
      for (const block of message.content) {
        if (block.type !== 'tool_use') continue;
        for (const field of PATH_FIELDS) {
          const path = getOwn(block.input, field);
          if (typeof path === 'string') this.#files.add(resolve(this.#cwd, path));
        }
      }
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
