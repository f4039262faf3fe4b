import { statSync } from 'node:fs';
import { readTail } from '@sluice/process';
import { visibleText } from '../program-output/visible-text.ts';
import { SILENT_MS } from './task-limits.ts';

const TAIL_BYTES = 1_000;
const MAX_LINE = 200;
/** How questions end, and words in those that end otherwise; matched against an unfinished line. */
const END = /[?:>\])›❯»？：]$/u;
const WORDS =
  /\b(?:press|enter|passw\w*|passphrase|username|login|continue|confirm|proceed|overwrite|yes\/no)\b/i;

/**
 * A note about a task that seems to wait for an answer, judging by its output: it has printed nothing for a while, and its last line is
 * unfinished and looks like a question. Undefined if it doesn't. `now` is in milliseconds since the Unix epoch.
 */
export function waitingNote(outputPath: string, now: number): string | undefined {
  const silentMs = silentFor(outputPath, now);
  if (silentMs === undefined || silentMs < SILENT_MS) return undefined;
  const line = lastLine(outputPath);
  if (line === undefined || !(END.test(line) || WORDS.test(line))) return undefined;
  return `It may be waiting for input: it has printed nothing for ${Math.round(silentMs / 1000)} seconds, and its last output is ${JSON.stringify(line)}. Commands get no input: stop it with TaskStop, and run it again so that it doesn't ask (an option such as --yes, or a file with the answers as its stdin).`;
}

function silentFor(path: string, now: number): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.size === 0 ? undefined : now - stats.mtimeMs;
}

function lastLine(path: string): string | undefined {
  try {
    const tail = visibleText(readTail(path, TAIL_BYTES));
    const line = tail.slice(tail.lastIndexOf('\n') + 1).trimEnd();
    return line === '' || line.length > MAX_LINE ? undefined : line.toWellFormed();
  } catch {
    return undefined;
  }
}
