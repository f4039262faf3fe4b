import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { getOwn, isJsonObject } from '@sluice/core';
import { errorCode } from '../error-code.ts';
import { currentProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

export type LockAttempt =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly holder: ProcessIdentity };

interface LockRecord {
  readonly path: string;
  readonly text: string;
}

/** Each failed attempt means that another process has got further, so few are ever needed. */
const ATTEMPTS = 1000;

/**
 * Takes the lock at `path`, at once or not at all. Locks are advisory and for one machine; a process can't take one twice.
 *
 * To remove a stale record and make a new one are two steps, between which a second taker could remove the new one. So a
 * stale record is never removed: its successor is linked under a name that is made from that very record, which only one
 * process can do, and is then renamed over it. The last record of the chain that starts at `path` holds the lock.
 * @throws what Node throws when the directory can't be written, or its file system has no hard links.
 */
export function takeLock(path: string): LockAttempt {
  const own = JSON.stringify({ ...currentProcess(), id: randomUUID() });
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
    throw new Error(`The lock ${path} changes hands all the time.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function release(path: string, own: string): void {
  try {
    if (readRecord(path) === own) rmSync(path, { force: true });
  } catch {
    // What can't be removed is stale as soon as this process ends.
  }
}

function lastRecord(path: string): LockRecord | undefined {
  let last: LockRecord | undefined;
  for (let next = path; ; next = successorPath(path, last)) {
    const text = readRecord(next);
    if (text === undefined) return last;
    last = { path: next, text };
  }
}

function successorPath(path: string, record: LockRecord): string {
  const hash = createHash('sha256').update(`${record.path}\n${record.text}`).digest('hex');
  return `${path}.${hash.slice(0, 32)}`;
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

function readRecord(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined for what no holder wrote: a loss of power left it, and it counts as stale. */
function parseHolder(text: string): ProcessIdentity | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const pid = getOwn(value, 'pid');
  const startTime = getOwn(value, 'startTime');
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  return typeof startTime === 'string' ? { pid, startTime } : { pid };
}
