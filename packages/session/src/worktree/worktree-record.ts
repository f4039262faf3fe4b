import { readFileSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { errorText, writePrivateFileSync } from '@sluice/base';
import { getOwn } from '@sluice/core';

/** The worktree that a session is in, for when it is resumed. All paths are absolute. */
export interface RecordedWorktree {
  readonly path: string;
  readonly name: string;
  /** Where the session works in it. */
  readonly directory: string;
  readonly madeBy: 'git' | 'hook' | 'path';
  /** Where ExitWorktree goes back to. */
  readonly originalCwd: string;
  /** The directory that the session was opened in. */
  readonly sessionCwd: string;
}

/** The file in a session's directory that says which worktree the session is in. */
export class WorktreeRecord {
  readonly #path: string | undefined;
  readonly #tell: (problem: string) => void;

  /** @param path absolute; undefined: nothing is kept */
  constructor(path: string | undefined, tell: (problem: string) => void) {
    this.#path = path;
    this.#tell = tell;
  }

  /** Undefined: the session was in no worktree, or the file can't be used. */
  read(): RecordedWorktree | undefined {
    if (this.#path === undefined) return undefined;
    try {
      return parsed(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return undefined;
    }
  }

  write(worktree: RecordedWorktree): void {
    const problem = "could not be recorded, so a resumed session won't find it";
    const text = `${JSON.stringify({ v: 1, ...worktree })}\n`;
    this.#change(problem, (path) => writePrivateFileSync(path, text));
  }

  remove(): void {
    const problem = 'is still recorded, so a resumed session may enter it again';
    this.#change(problem, (path) => rmSync(path, { force: true }));
  }

  #change(problem: string, change: (path: string) => void): void {
    if (this.#path === undefined) return;
    try {
      change(this.#path);
    } catch (error) {
      this.#tell(`The worktree of the session ${problem} (${this.#path}): ${errorText(error)}.`);
    }
  }
}

const MAKERS = ['git', 'hook', 'path'] as const;

function parsed(value: unknown): RecordedWorktree | undefined {
  const field = (key: string): string => {
    const given = getOwn(Object(value), key);
    return typeof given === 'string' ? given : '';
  };
  const madeBy = MAKERS.find((one) => one === field('madeBy'));
  const [path, directory] = [field('path'), field('directory')];
  const [originalCwd, sessionCwd, name] = [field('originalCwd'), field('sessionCwd'), field('name')];
  if (madeBy === undefined || ![path, directory, originalCwd, sessionCwd].every((one) => isAbsolute(one)))
    return undefined;
  return { path, name, directory, madeBy, originalCwd, sessionCwd };
}
