/** `bytes` without an incomplete UTF-8 sequence at their end, for text that continues after them. */
export function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
