import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirectory } from '@sluice/agent';

/** Older uses no longer count. */
const MAX_USES = 1_000;
/** The file is rewritten once it has this many extra lines. */
const SLACK = 1_000;
/** A larger file is not ours. */
const MAX_BYTES = 1024 * 1024;

/** How often skills were used lately, in all sessions. `SLUICE_HISTORY=0`: not kept. */
export class SkillUses {
  readonly #path: string | undefined;
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#path = env['SLUICE_HISTORY'] === '0' ? undefined : join(stateDirectory(env), 'skill-uses.jsonl');
  }

  /** By name. The same for the whole session, so that a use doesn't change the list. */
  counts(): ReadonlyMap<string, number> {
    this.#counts ??= countNames(this.#read());
    return this.#counts;
  }

  /** What can't be saved is dropped. */
  add(name: string): void {
    if (this.#path === undefined) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      appendFileSync(this.#path, `${JSON.stringify(name)}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not interrupt the work.
    }
  }

  #read(): readonly string[] {
    if (this.#path === undefined) return [];
    try {
      const stats = statSync(this.#path);
      if (!stats.isFile() || stats.size > MAX_BYTES) return [];
      const lines = readFileSync(this.#path, 'utf8').trimEnd().split('\n');
      const last = lines.slice(-MAX_USES);
      if (lines.length > MAX_USES + SLACK) writeFileSync(this.#path, `${last.join('\n')}\n`, { mode: 0o600 });
      return last;
    } catch {
      return [];
    }
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
