/** The text of UTF-8 bytes, or undefined when they are not UTF-8: replacement characters would make another text of it. */
export function decodeUtf8(parts: readonly Uint8Array[]): string | undefined {
  // A byte order mark is only one at the start of the input, which the reader of the format knows.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const texts = parts.map((part) => decoder.decode(part, { stream: true }));
    return texts.join('') + decoder.decode();
  } catch {
    return undefined;
  }
}
