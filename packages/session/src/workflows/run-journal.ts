import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@sluice/core';

/** What a run gives its script, so that it does the same again. */
export interface RunStart {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Of its random numbers. */
  readonly seed: number;
}

/** The answer to one call of a script. */
export interface RecordedAnswer {
  /** Which call, from 1. */
  readonly at: number;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  readonly value: unknown;
}

/** What an earlier run has left. */
export interface RecordedRun {
  readonly start: RunStart;
  /** What each call was about, by its number. */
  readonly calls: ReadonlyMap<number, string>;
  /** Of agents that ended their work, in the order in which they came. */
  readonly answers: readonly RecordedAnswer[];
}

const JOURNAL = 'run.jsonl';
export const SCRIPT = 'workflow.js';

/** The calls and answers of one run, a line each, on disk before the script goes on. */
export class RunJournal {
  readonly #path: string;

  /** @param directory absolute; made here */
  constructor(directory: string, source: string, start: RunStart) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, SCRIPT), source, { mode: 0o600, flag: 'wx' });
    this.#path = join(directory, JOURNAL);
    writeFileSync(this.#path, line({ type: 'run', ...start }), { mode: 0o600, flag: 'wx' });
  }

  called(at: number, key: string): void {
    appendFileSync(this.#path, line({ type: 'call', at, key }));
  }

  answered(answer: RecordedAnswer): void {
    appendFileSync(this.#path, line({ type: 'answer', ...answer }));
  }
}

/** Undefined: there is no such run. Lines that were cut off are skipped. */
export function readRun(directory: string): RecordedRun | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, JOURNAL), 'utf8');
  } catch {
    return undefined;
  }
  let start: RunStart | undefined;
  const calls = new Map<number, string>();
  const answers: RecordedAnswer[] = [];
  for (const each of text.split('\n')) {
    const entry = parsed(each);
    if (entry === undefined) continue;
    const { type, at, key, time, value, startedAt, seed } = entry;
    if (type === 'run' && typeof startedAt === 'number' && typeof seed === 'number')
      start = { startedAt, seed };
    if (typeof at !== 'number') continue;
    if (type === 'call' && typeof key === 'string') calls.set(at, key);
    if (type === 'answer' && typeof time === 'number') answers.push({ at, time, value });
  }
  return start === undefined ? undefined : { start, calls, answers };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
