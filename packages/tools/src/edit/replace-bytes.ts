export interface Replaced {
  readonly bytes: Buffer;
  readonly count: number;
  /** Byte offset of the end of the last match in the old content. */
  readonly end: number;
}

/** `bytes` with every match of `wanted` from left to right, none overlapping, replaced; each other byte as it was. */
export function replaceBytes(bytes: Buffer, wanted: Buffer, replacement: Buffer): Replaced {
  let count = 0;
  let end = 0;
  for (let found = bytes.indexOf(wanted); found !== -1; found = bytes.indexOf(wanted, end)) {
    count++;
    end = found + wanted.length;
  }
  const result = Buffer.allocUnsafeSlow(bytes.length + count * (replacement.length - wanted.length));
  let from = 0;
  let to = 0;
  for (let match = 0; match < count; match++) {
    const found = bytes.indexOf(wanted, from);
    to += bytes.copy(result, to, from, found);
    to += replacement.copy(result, to);
    from = found + wanted.length;
  }
  bytes.copy(result, to, from);
  return { bytes: result, count, end };
}
