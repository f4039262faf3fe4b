import { harmless } from '../output/harmless.ts';

export interface FieldLimits {
  readonly lines: number;
  /** In UTF-16 units, of each line. */
  readonly lineLength: number;
}

export interface FieldLines {
  readonly lines: readonly string[];
  /** Nothing was left out, and nothing stands for something else. */
  readonly isWhole: boolean;
}

const MAX_KEY = 100;

/**
 * One field of an input, as lines that a terminal can only show. A long one keeps its beginning and its end, for what
 * matters in a command may be at either, and says between them how much is missing.
 */
export function fieldLines(key: string, value: unknown, limits: FieldLimits): FieldLines {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const written = text.replace(/\n$/, '').split('\n');
  const tail = Math.floor(limits.lines / 2);
  const isCut = written.length > limits.lines;
  const missing = written.length - limits.lines;
  const kept = isCut ? [...written.slice(0, limits.lines - tail), ...written.slice(-tail)] : written;
  const values = kept.map((line) => cutLine(harmless(line), limits.lineLength));
  const name = cutLine(harmless(key), MAX_KEY);
  const isWhole = !isCut && name === key && values.every((line, index) => line === kept[index]);
  const [first = '', ...rest] = values;
  const lines = [`${name}: ${first}`, ...rest.map((line) => `  ${line}`)];
  if (isCut)
    lines.splice(limits.lines - tail, 0, `… (${missing} ${missing === 1 ? 'line' : 'lines'} left out) …`);
  return { lines, isWhole };
}

/** The line, or its beginning and its end within about so many UTF-16 units. */
export function cutLine(line: string, length: number): string {
  if (line.length <= length) return line;
  const tail = Math.floor(length / 2);
  const head = line.slice(0, length - tail).toWellFormed();
  return `${head}… (${line.length - length} characters left out) …${line.slice(-tail).toWellFormed()}`;
}
