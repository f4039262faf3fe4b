import { resolve } from 'node:path';
import { getOwn, type ModelMessage } from '@sluice/core';

const PATH_FIELDS = ['file_path', 'notebook_path', 'path'];

/** Knows which files the calls of a conversation have named. */
export class TouchedFiles {
  readonly #cwd: string;
  readonly #seen = new WeakSet<ModelMessage>();

  /** @param cwd absolute: base of relative paths */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Absolute paths that calls of new messages name. A path may come more than once. */
  read(messages: readonly ModelMessage[]): readonly string[] {
    const files: string[] = [];
    for (const message of messages) {
      if (this.#seen.has(message)) continue;
      this.#seen.add(message);
      for (const block of message.content) {
        if (block.type !== 'tool_use') continue;
        for (const field of PATH_FIELDS) {
          const path = getOwn(block.input, field);
          if (typeof path === 'string') files.push(resolve(this.#cwd, path));
        }
      }
    }
    return files;
  }
}
