import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, withLock, writePrivateFile } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';

/** One run of a trigger. */
export interface TriggerRun {
  readonly id: string;
  readonly trigger: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly durationMs: number;
  /** HTTP status; 0: there was no answer. */
  readonly status: number;
  /** What was sent, and what came back or why nothing did, without secrets; cut at `KEPT_CHARS`. */
  readonly sent: string;
  readonly answer: string;
}

/** UTF-16 units of a text that the log keeps. */
const KEPT_CHARS = 16_000;
/** Runs that the log keeps; it is cut to them when it has grown to twice as many. */
const KEPT_RUNS = 200;

/** A file of runs, one JSON object a line, shared by all sessions of the user. */
export class RunLog {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws the error of the file system */
  async add(run: TriggerRun): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const kept = { ...run, sent: run.sent.slice(0, KEPT_CHARS), answer: run.answer.slice(0, KEPT_CHARS) };
    const locked = await withLock(`${this.#path}.lock`, async () => {
      await appendFile(this.#path, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
      const lines = await this.#lines();
      if (lines.length <= 2 * KEPT_RUNS) return;
      await writePrivateFile(this.#path, `${lines.slice(-KEPT_RUNS).join('\n')}\n`);
    });
    if (!locked.ok) throw new Error(`process ${locked.pid} holds ${this.#path}.lock`);
  }

  /** Newest first. Lines that are not runs are left out. */
  async list(): Promise<readonly TriggerRun[]> {
    return (await this.#lines()).toReversed().flatMap((line) => readRun(line) ?? []);
  }

  async #lines(): Promise<readonly string[]> {
    try {
      return (await readFile(this.#path, 'utf8')).split('\n').filter((line) => line !== '');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

function readRun(line: string): TriggerRun | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const text = (key: string): string => {
    const found = getOwn(value, key);
    return typeof found === 'string' ? found : '';
  };
  const number = (key: string): number => {
    const found = getOwn(value, key);
    return typeof found === 'number' ? found : 0;
  };
  return {
    ...{ id: text('id'), trigger: text('trigger'), sent: text('sent'), answer: text('answer') },
    ...{ at: number('at'), durationMs: number('durationMs'), status: number('status') },
  };
}
