/** Maximum bytes of a message's header lines (agents.md 9). */
export const MAX_HEADER_BYTES = 64 * 1024;
/** Maximum bytes of a message (agents.md 9). */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

const SEPARATOR = Buffer.from('\r\n\r\n');

/** What a language server wrote: a message, or why the rest can't be read. */
export type Frame =
  | { readonly kind: 'message'; readonly text: string }
  /** A message over the limit; it was left out. */
  | { readonly kind: 'too-long'; readonly bytes: number }
  /** The stream is not the protocol, and can't be read on. A clause. */
  | { readonly kind: 'broken'; readonly reason: string };

/** Splits a byte stream with `Content-Length` headers into messages. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes of the current message's body; undefined while the header is read. */
  #wanted: number | undefined;
  /** Bytes of a message over the limit that are still to be thrown away. */
  #skipped = 0;
  #isBroken = false;

  take(chunk: Buffer): readonly Frame[] {
    const frames: Frame[] = [];
    if (this.#isBroken) return frames;
    let rest = chunk;
    if (this.#skipped > 0) {
      const dropped = Math.min(this.#skipped, rest.length);
      this.#skipped -= dropped;
      rest = rest.subarray(dropped);
    }
    if (rest.length > 0) {
      this.#chunks.push(rest);
      this.#length += rest.length;
    }
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) {
      frames.push(frame);
      if (frame.kind === 'broken') {
        this.#isBroken = true;
        break;
      }
    }
    return frames;
  }

  #next(): Frame | undefined {
    if (this.#wanted === undefined) {
      if (this.#length === 0) return undefined;
      const all = this.#join();
      const end = all.indexOf(SEPARATOR);
      if (end === -1)
        return this.#length > MAX_HEADER_BYTES ? broken('a header is longer than 64 KiB') : undefined;
      if (end > MAX_HEADER_BYTES) return broken('a header is longer than 64 KiB');
      const size = /^content-length: *(\d{1,15})$/im.exec(all.toString('latin1', 0, end))?.[1];
      if (size === undefined) return broken('a header has no Content-Length');
      this.#keep(all.subarray(end + SEPARATOR.length));
      this.#wanted = Number(size);
      if (this.#wanted > MAX_BODY_BYTES) {
        const bytes = this.#wanted;
        this.#skipped = Math.max(0, bytes - this.#length);
        this.#keep(this.#join().subarray(Math.min(bytes, this.#length)));
        this.#wanted = undefined;
        return { kind: 'too-long', bytes };
      }
    }
    if (this.#length < this.#wanted) return undefined;
    const all = this.#join();
    const text = all.toString('utf8', 0, this.#wanted);
    this.#keep(all.subarray(this.#wanted));
    this.#wanted = undefined;
    return { kind: 'message', text };
  }

  #join(): Buffer {
    const [first] = this.#chunks;
    const all = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }
}

function broken(reason: string): Frame {
  return { kind: 'broken', reason };
}

/** A message as bytes. */
export function framed(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
