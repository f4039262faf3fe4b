/** The classic BPF opcodes that the filter uses (linux/filter.h). */
export const OPERATION = {
  /** Loads the word at an offset of `struct seccomp_data` into the accumulator. */
  load: 0x20,
  jumpIfEqual: 0x15,
  jumpIfAtLeast: 0x35,
  jumpIfAnyBit: 0x45,
  mask: 0x54,
  answer: 0x06,
} as const;

/** One `struct sock_filter`; jumps count the instructions to skip. */
export function instruction(operation: number, value: number, whenTrue = 0, whenFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(whenTrue, 2);
  bytes.writeUInt8(whenFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
