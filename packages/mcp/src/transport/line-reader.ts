/** What a stream of lines holds. */
export type LinePiece =
  | { readonly type: 'line'; readonly text: string }
  /** A line longer than the limit: its first and last bytes, in which the id of a message may be. */
  | { readonly type: 'too-long'; readonly start: string; readonly end: string };

const NEWLINE = 0x0a;
const KEPT_BYTES = 4_096;

/**
 * Cuts bytes into lines in time linear in their number, however they come. A line above the limit is skipped to its end,
 * holding no more than its ends.
 */
export class LineReader {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;
  /** The first bytes of a line that is skipped. */
  #start: Buffer | undefined;
  #end = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *take(chunk: Buffer): Generator<LinePiece, void, undefined> {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end === -1 ? chunk.length : end);
      this.#add(part);
      if (end === -1) return;
      from = end + 1;
      yield this.#finish();
    }
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#start === undefined) {
      this.#parts.push(part);
      if (this.#length <= this.#maxBytes) return;
      const held = Buffer.concat(this.#parts);
      this.#start = Buffer.from(held.subarray(0, KEPT_BYTES));
      this.#end = Buffer.from(held.subarray(-KEPT_BYTES));
      this.#parts = [];
    } else this.#end = Buffer.concat([this.#end, part.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
  }

  #finish(): LinePiece {
    const parts = this.#parts;
    const start = this.#start;
    this.#parts = [];
    this.#length = 0;
    this.#start = undefined;
    if (start !== undefined)
      return { type: 'too-long', start: start.toString('utf8'), end: this.#end.toString('utf8') };
    const [only] = parts;
    const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    return { type: 'line', text: bytes.toString('utf8') };
  }
}
