/** Text of bytes: UTF-8, and where they are none, each byte a character. A byte order mark is left out. */
export function decodeUtf8OrLatin1(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
