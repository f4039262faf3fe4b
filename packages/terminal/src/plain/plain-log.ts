import type { LogSink } from '../screen/log-sink.ts';

/** Log text that waits for a terminal that doesn't read. */
const MAX_WAITING = 1_000_000;
const AGAIN_MS = 30;

export interface PlainOutput {
  readonly behind: number;
  write(text: string): void;
}

/** The log as lines that are only ever appended: no footer, no cursor movement. */
export class PlainLog implements LogSink {
  readonly #output: PlainOutput;
  readonly #marksOf: (text: string) => string;
  #open = '';
  #held: string[] | undefined;
  #writtenAt = performance.now();

  /** @param isAscii the terminal can't show other characters */
  constructor(output: PlainOutput, isAscii: boolean) {
    this.#output = output;
    this.#marksOf = isAscii ? asciiMarks : (text) => text;
  }

  /** Milliseconds since something was written. */
  get silentMs(): number {
    return performance.now() - this.#writtenAt;
  }

  get isFull(): boolean {
    return this.#output.behind > MAX_WAITING;
  }

  async room(): Promise<void> {
    while (this.isFull) await new Promise<void>((resolve) => void setTimeout(resolve, AGAIN_MS));
  }

  line(text: string): void {
    if (this.#open !== '') this.endLine();
    this.#write(`${text}\n`);
  }

  /** Writes a line beside the open one, which is not cut. */
  aside(text: string): void {
    this.#write(`${text}\n`);
  }

  /** A line is written when it is complete: a screen reader reads what has not changed. */
  text(text: string): void {
    this.#open += text;
  }

  endLine(): void {
    this.#write(`${this.#open}\n`);
    this.#open = '';
  }

  refresh(): void {}

  /** Keeps what comes until `resume`: another program has the terminal. */
  lend(): void {
    this.#held ??= [];
  }

  resume(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (held.length > 0) this.#write(held.join(''));
  }

  bell(): void {
    this.#output.write('\u0007');
  }

  #write(text: string): void {
    this.#writtenAt = performance.now();
    if (this.#held === undefined) this.#output.write(this.#marksOf(text));
    else this.#held.push(text);
  }
}

const ASCII: ReadonlyMap<string, string> = new Map([
  ['✓', '+'],
  ['✗', 'x'],
  ['⊘', '-'],
  ['■', '#'],
  ['─', '-'],
  ['┌', '|'],
  ['├', '|'],
  ['└', '|'],
  ['│', '|'],
  ['·', '-'],
  ['…', '...'],
  ['→', '->'],
  ['⋯', '...'],
  ['›', '>'],
  ['⟨', '<'],
  ['⟩', '>'],
]);

/** The program's own marks in ASCII; other text stays as it is. */
function asciiMarks(text: string): string {
  return text.replaceAll(/[✓✗⊘■─┌├└│·…→⋯›⟨⟩]/gu, (mark) => ASCII.get(mark) ?? mark);
}
