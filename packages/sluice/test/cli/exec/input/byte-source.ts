/** A source that gives these bytes in pieces of one size. */
export async function* byteSource(
  bytes: Uint8Array,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** All that a source gives. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}
