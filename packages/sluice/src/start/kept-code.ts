/** V8's compiled code for one chunk. */
export interface KeptCode {
  readonly data: Buffer;
  /** Number of runs that have added to it. */
  readonly runs: number;
}

const MAGIC = 0x534c4331;
/** Magic number, runs, length, checksum: four bytes each. */
const HEADER_BYTES = 16;

/** The file of a chunk's code: each version of Node compiles differently. */
export function keptCodeName(chunk: string): string {
  return `${chunk}-${process.version}-${process.arch}`;
}

/** Undefined: the file is damaged. V8 would run damaged code unchecked. */
export function decodeKeptCode(bytes: Buffer): KeptCode | undefined {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return undefined;
  const data = bytes.subarray(HEADER_BYTES);
  const isWhole = bytes.readUInt32LE(8) === data.length && bytes.readUInt32LE(12) === checksum(data);
  return isWhole ? { data, runs: bytes.readUInt32LE(4) } : undefined;
}

/** What comes before the data in its file. */
export function keptCodeHeader({ data, runs }: KeptCode): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(runs, 4);
  header.writeUInt32LE(data.length, 8);
  header.writeUInt32LE(checksum(data), 12);
  return header;
}

function checksum(data: Buffer): number {
  return process.getBuiltinModule('node:zlib').crc32(data);
}
