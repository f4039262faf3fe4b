/** Collects the bytes of one line, of which it keeps the first `capacity` and counts the rest. */
export interface LineBuffer {
  append(bytes: Buffer): void;
  /** Ends the line with its last bytes and empties the buffer. The result is valid as long as `last` is. */
  take(last: Buffer): TakenLine;
  /** Bytes of the line so far. */
  length(): number;
}

interface TakenLine {
  /** The start of the line, without its line ending. */
  readonly kept: Buffer;
  /** Bytes of the whole line, without its CR. */
  readonly length: number;
}

const CARRIAGE_RETURN = 13;

export function createLineBuffer(capacity: number): LineBuffer {
  let pieces: Buffer[] = [];
  let keptLength = 0;
  let length = 0;
  let endsWithReturn = false;

  function add(bytes: Buffer, keep: (bytes: Buffer) => Buffer): void {
    if (bytes.length === 0) return;
    const room = capacity - keptLength;
    if (room > 0) {
      const piece = keep(bytes.length > room ? bytes.subarray(0, room) : bytes);
      pieces.push(piece);
      keptLength += piece.length;
    }
    length += bytes.length;
    endsWithReturn = bytes[bytes.length - 1] === CARRIAGE_RETURN;
  }

  return {
    // Copied, because the caller reads its next chunk into the same memory.
    append: (bytes) => add(bytes, (piece) => Buffer.from(piece)),
    take(last) {
      add(last, (piece) => piece);
      const [only] = pieces;
      const all = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
      const lineLength = endsWithReturn ? length - 1 : length;
      pieces = [];
      keptLength = 0;
      length = 0;
      endsWithReturn = false;
      return { kept: all.length > lineLength ? all.subarray(0, lineLength) : all, length: lineLength };
    },
    length: () => length,
  };
}
