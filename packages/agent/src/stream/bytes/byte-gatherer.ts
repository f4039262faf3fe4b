const BLOCK_BYTES = 65_536;

/**
 * Collects bytes from pieces of any size into blocks, so that a million tiny pieces cost no more than one
 * large one.
 */
interface ByteGatherer {
  /** Bytes held now. A function for the same reason as in `MessageAssembler`. */
  length(): number;
  append(piece: Uint8Array): void;
  /** The collected bytes, in order; the views are valid until the next `append` or `clear`. */
  parts(): readonly Uint8Array[];
  /** Drops everything and releases all memory except one block. */
  clear(): void;
}

export function createByteGatherer(): ByteGatherer {
  let blocks: Uint8Array[] = [];
  let length = 0;

  return {
    length: () => length,
    append(piece) {
      let rest = piece;
      while (rest.length > 0) {
        const index = Math.floor(length / BLOCK_BYTES);
        const block = (blocks[index] ??= new Uint8Array(BLOCK_BYTES));
        const offset = length % BLOCK_BYTES;
        const part = rest.subarray(0, BLOCK_BYTES - offset);
        block.set(part, offset);
        length += part.length;
        rest = rest.subarray(part.length);
      }
    },
    parts() {
      const used = blocks.slice(0, Math.ceil(length / BLOCK_BYTES));
      return used.map((block, index) => block.subarray(0, length - index * BLOCK_BYTES));
    },
    clear() {
      blocks = blocks.slice(0, 1);
      length = 0;
    },
  };
}
