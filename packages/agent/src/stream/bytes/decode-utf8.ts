/** Decodes UTF-8. Undefined if the bytes are invalid: replacement characters would change the text. */
export function decodeUtf8(parts: readonly Uint8Array[]): string | undefined {
  // A byte order mark is special only at the start of the input, which the format's reader handles.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const texts = parts.map((part) => decoder.decode(part, { stream: true }));
    return texts.join('') + decoder.decode();
  } catch {
    return undefined;
  }
}
