import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';

/** Older uses no longer count. */
const MAX_USES = 1_000;
/** A file that has grown beyond this is cut to the uses that count. Of a larger one, only the end is read. */
const MAX_BYTES = 256 * 1024;

/** How often skills were used lately, in all sessions. `SLUICE_HISTORY=0`: not kept. */
export class SkillUses {
  /** Undefined: nothing is kept. */
  readonly path: string | undefined;
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.path = env['SLUICE_HISTORY'] === '0' ? undefined : join(stateDirectory(env), 'skill-uses.jsonl');
  }

  /** By name. The same for the whole session, so that a use doesn't change the list. */
  counts(): ReadonlyMap<string, number> {
    this.#counts ??= countNames(this.#read());
    return this.#counts;
  }

  /** What can't be saved is dropped. */
  add(name: string): void {
    if (this.path === undefined) return;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      appendFileSync(this.path, `${JSON.stringify(name)}\n`, { mode: 0o600 });
      if (statSync(this.path).size > MAX_BYTES)
        writeFileSync(this.path, `${this.#read().join('\n')}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not interrupt the work.
    }
  }

  #read(): readonly string[] {
    if (this.path === undefined) return [];
    try {
      if (!statSync(this.path).isFile()) return [];
      return endOf(this.path).trimEnd().split('\n').slice(-MAX_USES);
    } catch {
      return [];
    }
  }
}

/** The last bytes of a file. A line that is cut is not JSON, and doesn't count. */
function endOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(file);
  }
}

function countNames(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Map([...counts].flatMap(([line, count]) => nameIn(line).map((name) => [name, count] as const)));
}

/** None: a program was killed in the middle of the line. */
function nameIn(line: string): readonly string[] {
  try {
    const name: unknown = JSON.parse(line);
    return typeof name === 'string' ? [name] : [];
  } catch {
    return [];
  }
}
