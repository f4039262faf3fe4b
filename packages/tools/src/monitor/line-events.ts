import { MAX_LINE, MAX_PER_MINUTE, MAX_LINES } from './monitor-limits.ts';

const MINUTE_MS = 60_000;

/** What a watch has to tell. */
export interface TellableLines {
  readonly lines: readonly string[];
  /** Lines that were not told, since there were too many in a minute. */
  readonly folded: number;
}

/** Turns a growing output into lines to tell of: not too long, and not too many. */
export class LineEvents {
  readonly #now: () => number;
  /** The line that has no end yet. */
  #rest = '';
  #lines: string[] = [];
  #folded = 0;
  #count = 0;
  #minuteStart = -Infinity;
  #inMinute = 0;

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** There were more lines than a watch may tell of. */
  get isFull(): boolean {
    return this.#count >= MAX_LINES;
  }

  take(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = keep(parts.pop() ?? '');
    for (const line of parts) this.#line(line);
  }

  /** No more comes: what has no end is a line as well. */
  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  /**
   * Removes and returns what is to be told now. What was folded is told once its minute is over.
   * @param isEnd no more comes
   */
  tell(isEnd = false): TellableLines | undefined {
    const isMinuteOver = isEnd || this.#now() - this.#minuteStart >= MINUTE_MS;
    const folded = isMinuteOver ? this.#folded : 0;
    if (this.#lines.length === 0 && folded === 0) return undefined;
    const lines = this.#lines;
    this.#lines = [];
    this.#folded -= folded;
    return { lines, folded };
  }

  #line(line: string): void {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() === '' || this.isFull) return;
    this.#count += 1;
    const now = this.#now();
    if (now - this.#minuteStart >= MINUTE_MS) {
      this.#minuteStart = now;
      this.#inMinute = 0;
    }
    this.#inMinute += 1;
    if (this.#inMinute > MAX_PER_MINUTE) this.#folded += 1;
    else this.#lines.push(text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE).toWellFormed()}…`);
  }
}

/** A line without an end costs no more memory than one that is told. */
function keep(rest: string): string {
  return rest.length <= 4 * MAX_LINE ? rest : rest.slice(0, 4 * MAX_LINE);
}
