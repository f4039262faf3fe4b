import { StringDecoder } from 'node:string_decoder';

/** What a stream of lines holds. */
export type LinePiece =
  | { readonly type: 'line'; readonly text: string }
  /** A line longer than the limit: its first and last bytes, in which the id of a message may be. */
  | { readonly type: 'too-long'; readonly start: string; readonly end: string };

const NEWLINE = 0x0a;
const KEPT = 4_096;

/**
 * Cuts bytes into lines in time linear in their number, however they come. Bytes are decoded as they come, while the program
 * writes the next ones. A line above the limit is skipped to its end, holding no more than its ends.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #decoder = new StringDecoder('utf8');
  /** Bytes of the line that has begun. */
  #length = 0;
  #text = '';
  /** Of a line that is skipped. */
  #ends: { readonly start: string; end: string } | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *take(chunk: Buffer): Generator<LinePiece, void, undefined> {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end !== -1 && this.#length === 0 && end - from <= this.#maxBytes) {
        yield { type: 'line', text: chunk.toString('utf8', from, end) };
      } else {
        this.#add(chunk.subarray(from, end === -1 ? chunk.length : end));
        if (end === -1) return;
        yield this.#finish();
      }
      from = end + 1;
    }
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#ends !== undefined) {
      const last = part.toString('latin1', Math.max(0, part.length - KEPT));
      this.#ends.end = copied(`${this.#ends.end}${last}`.slice(-KEPT));
      return;
    }
    this.#text += this.#decoder.write(part);
    if (this.#length <= this.#maxBytes) return;
    this.#ends = { start: copied(this.#text.slice(0, KEPT)), end: copied(this.#text.slice(-KEPT)) };
    this.#text = '';
  }

  #finish(): LinePiece {
    const text = this.#text + this.#decoder.end();
    const ends = this.#ends;
    this.#text = '';
    this.#length = 0;
    this.#ends = undefined;
    return ends === undefined ? { type: 'line', text } : { type: 'too-long', ...ends };
  }
}

/** A part of a string keeps all of it in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
