import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';

const MAX_ENTRIES = 5000;
/** The file is rewritten once it has this many extra entries. */
const SLACK = 1000;

/** A directory's prompts, kept for later sessions. `SLUICE_HISTORY=0`: not kept. */
export class PromptHistory {
  readonly #path: string | undefined;

  constructor(cwd: string, env: Readonly<Record<string, string | undefined>>) {
    const name = createHash('sha256').update(cwd).digest('hex').slice(0, 16);
    this.#path =
      env['SLUICE_HISTORY'] === '0' ? undefined : join(stateDirectory(env), 'history', `${name}.jsonl`);
  }

  /** Oldest first. */
  read(): readonly string[] {
    const lines = this.#lines();
    if (this.#path !== undefined && lines.length > MAX_ENTRIES + SLACK)
      this.#rewrite(this.#path, lines.slice(-MAX_ENTRIES));
    return lines.slice(-MAX_ENTRIES).flatMap((line) => {
      try {
        const text: unknown = JSON.parse(line);
        return typeof text === 'string' ? [text] : [];
      } catch {
        return [];
      }
    });
  }

  /** What can't be saved is dropped. */
  add(text: string): void {
    if (this.#path === undefined) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      appendFileSync(this.#path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not interrupt the work.
    }
  }

  #lines(): readonly string[] {
    try {
      return this.#path === undefined ? [] : readFileSync(this.#path, 'utf8').split('\n').slice(0, -1);
    } catch {
      return [];
    }
  }

  #rewrite(path: string, lines: readonly string[]): void {
    try {
      writeFileSync(`${path}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch {
      // As above.
    }
  }
}
