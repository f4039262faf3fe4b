import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { writePrivateFileSync } from '@sluice/base';
import { rememberPastes } from './keep-paste.ts';

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
    if (this.#path === undefined) return [];
    const lines = linesOf(this.#path);
    if (lines.length > MAX_ENTRIES + SLACK) this.#rewrite(this.#path, lines.slice(-MAX_ENTRIES));
    return textsOf(lines);
  }

  /** Those of all directories, oldest first; those of this one come last. */
  readAll(): readonly string[] {
    if (this.#path === undefined) return [];
    const directory = dirname(this.#path);
    const others = namesIn(directory)
      .map((name) => join(directory, name))
      .filter((path) => path.endsWith('.jsonl') && path !== this.#path)
      .map((path) => ({ path, time: modifiedAt(path) }))
      .toSorted((one, other) => one.time - other.time)
      .flatMap(({ path }) => textsOf(linesOf(path)));
    return [...others, ...this.read()].slice(-MAX_ENTRIES);
  }

  /** Where the pastes of its prompts are. Undefined: they are not kept. */
  get pastes(): string | undefined {
    return this.#path === undefined ? undefined : join(dirname(this.#path), 'pastes');
  }

  /** What can't be saved is dropped. */
  add(text: string): void {
    if (this.#path === undefined) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      appendFileSync(this.#path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
      rememberPastes(join(dirname(this.#path), 'pastes'), text);
    } catch {
      // A full disk must not interrupt the work.
    }
  }

  #rewrite(path: string, lines: readonly string[]): void {
    try {
      writePrivateFileSync(path, lines.map((line) => `${line}\n`).join(''));
    } catch {
      // As above.
    }
  }
}

/** Empty if there is no such file. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}

/** The latest, without lines that are not text. */
function textsOf(lines: readonly string[]): readonly string[] {
  return lines.slice(-MAX_ENTRIES).flatMap((line) => {
    try {
      const text: unknown = JSON.parse(line);
      return typeof text === 'string' ? [text] : [];
    } catch {
      return [];
    }
  });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
