/** The bytes in pieces of one size. */
export function inPieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** The bytes in pieces of these sizes, over and over; a size of 0 is an empty piece. */
export function inPiecesOf(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const cycle = sizes.some((size) => size > 0) ? sizes : [1];
  const pieces: Uint8Array[] = [];
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = cycle[turn % cycle.length] ?? 1;
    pieces.push(bytes.subarray(from, from + size));
    from += size;
  }
  return pieces;
}
