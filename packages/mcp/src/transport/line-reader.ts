import { StringDecoder } from 'node:string_decoder';

/** What a stream of lines holds. */
export type LinePiece =
  | { readonly type: 'line'; readonly text: string }
  /** A line longer than the limit: its first and last bytes, in which the id of a message may be. */
  | { readonly type: 'too-long'; readonly start: string; readonly end: string }
  /** A line that begins with another byte than messages do, or a part of one; its newline is one of the bytes. */
  | { readonly type: 'junk'; readonly text: string; readonly bytes: number };

const NEWLINE = 0x0a;
const KEPT = 4_096;

/**
 * Cuts bytes into lines in time linear in their number, however they come. Bytes are decoded as they come, while the program
 * writes the next ones. A line above the limit is skipped to its end, holding no more than its ends; of one that is junk, nothing is held.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #opening: number | undefined;
  readonly #decoder = new StringDecoder('utf8');
  /** Bytes of the line that has begun. */
  #length = 0;
  #text = '';
  /** Of a line that is skipped. */
  #ends: { readonly start: string; end: string } | undefined;
  #isJunk = false;

  /** @param opening the byte that each message begins with. Undefined: no line is junk */
  constructor(maxBytes: number, opening?: number) {
    this.#maxBytes = maxBytes;
    this.#opening = opening;
  }

  *take(chunk: Buffer): Generator<LinePiece, void, undefined> {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      const to = end === -1 ? chunk.length : end;
      if (this.#length === 0 && this.#opening !== undefined && chunk[from] !== this.#opening) {
        this.#isJunk = true;
      }
      if (this.#isJunk) {
        // All of it is decoded: buffers are freed by collections of the young generation, which strings bring about.
        const text = chunk.toString('utf8', from, to);
        this.#length += to - from;
        yield { type: 'junk', text, bytes: (end === -1 ? to : end + 1) - from };
        if (end === -1) return;
        this.#isJunk = false;
        this.#length = 0;
      } else if (end !== -1 && this.#length === 0 && end - from <= this.#maxBytes) {
        yield { type: 'line', text: chunk.toString('utf8', from, end) };
      } else {
        this.#add(chunk.subarray(from, to));
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
