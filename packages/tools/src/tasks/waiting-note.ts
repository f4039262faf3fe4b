import { statSync } from 'node:fs';
import { readTail } from '@sluice/process';
import { visibleText } from '../program-output/visible-text.ts';

/** Milliseconds without output after which a question is taken for one that nobody will answer. */
const SILENT_MS = 30_000;
const TAIL_BYTES = 1_000;
const MAX_LINE = 200;
/** As questions end, and words of those that end otherwise; looked for in a line that is not ended. */
const END = /[?:>\])›❯»？：]$/u;
const WORDS =
  /\b(?:press|enter|passw\w*|passphrase|username|login|continue|confirm|proceed|overwrite|yes\/no)\b/i;

/**
 * What a model is told of a task that seems to wait for an answer, by its output: it has written nothing for a while, and its last
 * line is not ended and looks like a question. Undefined: it does not. `now` in milliseconds since the Unix epoch.
 */
export function waitingNote(outputPath: string, now: number): string | undefined {
  const silentMs = silentFor(outputPath, now);
  if (silentMs === undefined || silentMs < SILENT_MS) return undefined;
  const line = lastLine(outputPath);
  if (line === undefined || !(END.test(line) || WORDS.test(line))) return undefined;
  return `It may wait for an answer: it has written nothing for ${Math.round(silentMs / 1000)} seconds, and its last words are ${JSON.stringify(line)}. Commands have no input, so none will come: stop it with TaskStop, and run it again in a way that asks nothing (an option such as --yes, or a file with the answers as its input).`;
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
