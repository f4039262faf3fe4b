import { getOwn, isJsonObject } from '@sluice/core';
import { readHead } from '@sluice/process';

/** Most hooks have ended before the first check. */
const PAUSE_MS = 100;
/** Maximum length of the line that releases the call. */
const LINE_BYTES = 4096;

/** How a program says it continues. */
export interface Release {
  /** Milliseconds that it may take from then on; undefined: its handler's timeout. */
  readonly timeoutMs: number | undefined;
}

/** A program that continues in the background says so first. */
interface ReleaseWatch {
  /** Resolves when the output starts with `{"async":true}`; otherwise stays pending. */
  readonly released: Promise<Release>;
  stop(): void;
}

/** @param output descriptor of the program's standard output, open until this is stopped */
export function waitForRelease(output: number): ReleaseWatch {
  const { promise, resolve } = Promise.withResolvers<Release>();
  const timer = setInterval(() => {
    const verdict = look(output);
    if (typeof verdict === 'object') resolve(verdict);
    if (verdict !== 'unknown') clearInterval(timer);
  }, PAUSE_MS).unref();
  return { released: promise, stop: () => clearInterval(timer) };
}

type Verdict = Release | 'other' | 'unknown';

function look(output: number): Verdict {
  try {
    return lookAt(readHead(output, LINE_BYTES));
  } catch {
    return 'unknown';
  }
}

/** The output after the line that says that the program continues in the background; undefined if there is no such line. */
export function afterRelease(stdout: string): string | undefined {
  if (typeof lookAt(stdout.slice(0, LINE_BYTES)) !== 'object') return undefined;
  const text = stdout.trimStart();
  const end = text.indexOf('\n');
  return end === -1 ? '' : text.slice(end + 1);
}

function lookAt(head: string): Verdict {
  const [line = '', rest] = head.trimStart().split('\n', 2);
  if (line === '') return 'unknown';
  if (!line.startsWith('{')) return 'other';
  const json = parse(line);
  if (json === undefined) return rest === undefined && line.length < LINE_BYTES ? 'unknown' : 'other';
  if (!isJsonObject(json) || getOwn(json, 'async') !== true) return 'other';
  const timeoutMs = getOwn(json, 'asyncTimeout');
  return { timeoutMs: typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
