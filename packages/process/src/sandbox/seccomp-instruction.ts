/** Operation codes of classic BPF, as far as the filter uses them (linux/filter.h). */
export const OPERATION = {
  /** The word of `struct seccomp_data` at an offset into the accumulator. */
  load: 0x20,
  jumpIfEqual: 0x15,
  jumpIfAtLeast: 0x35,
  jumpIfAnyBit: 0x45,
  mask: 0x54,
  answer: 0x06,
} as const;

/** One `struct sock_filter`; jumps count the instructions that are passed over. */
export function instruction(operation: number, value: number, whenTrue = 0, whenFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(whenTrue, 2);
  bytes.writeUInt8(whenFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
