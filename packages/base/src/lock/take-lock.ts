import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '../error-code.ts';
import { currentProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

export interface LockHolder extends ProcessIdentity {
  /** Milliseconds since the Unix epoch; 0: an older version wrote the record, without a time. */
  readonly since: number;
}

export type LockAttempt =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly holder: LockHolder };

interface LockRecord {
  readonly path: string;
  readonly text: string;
}

/** Each failed attempt means that another process has got further, so few are ever needed. */
const ATTEMPTS = 1000;

/**
 * Takes the lock at `path` for this process, at once or not at all. Locks are advisory and for one machine.
 *
 * Removing a stale lock and making a new one are two steps, between which a second taker could remove the new one. So a
 * stale record is never removed: its successor is linked under a name made from that very record, which only one
 * process can do, and is then moved over it in one rename. A record holds the lock if it is the last of the chain that
 * starts at `path`; one that was linked to a record no longer in the chain finds that out and withdraws.
 * @throws what Node throws when the directory can't be written or its file system has no hard links.
 */
export function takeLock(path: string): LockAttempt {
  const own = JSON.stringify({ ...currentProcess(), since: Date.now(), id: randomUUID() });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, own, { flag: 'wx', mode: 0o600 });
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const last = lastRecord(path);
      const holder = last === undefined ? undefined : parseHolder(last.text);
      if (holder !== undefined && isRunning(holder)) return { ok: false, holder };
      const place = last === undefined ? path : successorPath(path, last);
      if (!linkNew(draft, place)) continue;
      if (lastRecord(path)?.text !== own) {
        rmSync(place, { force: true });
        continue;
      }
      if (place !== path) renameSync(place, path);
      return { ok: true, release: () => release(path, own) };
    }
    throw new Error(`The lock ${path} keeps changing hands.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Who holds the lock at `path` right now; undefined: no one.
 * @throws what Node throws when the lock is there and can't be read.
 */
export function lockHolder(path: string): LockHolder | undefined {
  const last = lastRecord(path);
  const holder = last === undefined ? undefined : parseHolder(last.text);
  return holder !== undefined && isRunning(holder) ? holder : undefined;
}

function release(path: string, own: string): void {
  try {
    if (readText(path) === own) rmSync(path, { force: true });
  } catch {
    // A lock that can't be removed is stale as soon as this process ends.
  }
}

function lastRecord(path: string): LockRecord | undefined {
  let last: LockRecord | undefined;
  let next = path;
  for (;;) {
    const text = readText(next);
    if (text === undefined) return last;
    last = { path: next, text };
    next = successorPath(path, last);
  }
}

function successorPath(path: string, record: LockRecord): string {
  return `${path}.${createHash('sha256').update(`${record.path}\n${record.text}`).digest('hex').slice(0, 32)}`;
}

function linkNew(existing: string, path: string): boolean {
  try {
    linkSync(existing, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined for what no holder wrote; such a record, left by a loss of power, is treated as stale. */
function parseHolder(text: string): LockHolder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const pid = 'pid' in value ? value.pid : undefined;
  const since = 'since' in value ? value.since : 0;
  const startTime = 'startTime' in value ? value.startTime : undefined;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof since !== 'number')
    return undefined;
  return typeof startTime === 'string' ? { pid, since, startTime } : { pid, since };
}
