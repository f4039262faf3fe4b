import { describe, expect, it } from 'vitest';
import { seccompFilter } from '../../src/sandbox/seccomp-filter.ts';
import { SYSTEM_CALL_NUMBERS } from '../../src/sandbox/system-call-numbers.ts';

/** What the kernel's interpreter does with a filter, as far as this one goes. */
function answer(
  filter: Buffer,
  call: { arch: number; number: number; arguments?: readonly number[] },
): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.arch, 4);
  (call.arguments ?? []).forEach((value, index) => data.writeUInt32LE(value, 16 + 8 * index));
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8;) {
    const operation = filter.readUInt16LE(at * 8);
    const value = filter.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean): number => filter.readUInt8(at * 8 + (isTrue ? 2 : 3));
    at += 1;
    if (operation === 0x20) accumulator = data.readUInt32LE(value);
    else if (operation === 0x54) accumulator &= value;
    else if (operation === 0x06) return value.toString(16);
    else {
      at -= 1;
      const isTrue =
        operation === 0x15
          ? accumulator === value
          : operation === 0x35
            ? accumulator >= value
            : (accumulator & value) >>> 0 !== 0;
      at += 1 + jump(isTrue);
    }
  }
  throw new Error('The filter came to no answer.');
}

const ALLOWED = '7fff0000';
const EPERM = '50001';
const ENOSYS = '50026';
const EAFNOSUPPORT = '50061';
const KILLED = '80000000';

describe.each(['x64', 'arm64'] as const)('the filter for %s', (architecture) => {
  const filter = seccompFilter(architecture);
  const { auditArchitecture: arch, calls } = SYSTEM_CALL_NUMBERS[architecture];
  const of = (number: number, ...arguments_: number[]): string =>
    answer(filter, { arch, number, arguments: arguments_ });

  it.each([
    ['a call that no rule names', of(0), ALLOWED],
    ['a unix socket', of(calls.socket, 1, 1), EPERM],
    ['an IPv4 socket', of(calls.socket, 2, 1), ALLOWED],
    ['an IPv6 socket', of(calls.socket, 10, 2), ALLOWED],
    ['a netlink socket', of(calls.socket, 16, 3), ALLOWED],
    ['a packet socket', of(calls.socket, 17, 3), EAFNOSUPPORT],
    ['a socket to the machine around this one', of(calls.socket, 40, 1), EAFNOSUPPORT],
    ['a pair of streams', of(calls.socketpair, 1, 1), ALLOWED],
    ['a pair of streams, close-on-exec', of(calls.socketpair, 1, 0x80801), ALLOWED],
    ['a pair of sequenced packets', of(calls.socketpair, 1, 5), ALLOWED],
    ['a pair of datagrams, which can be connected anew', of(calls.socketpair, 1, 2), EPERM],
    ['a raw pair, which is one of datagrams', of(calls.socketpair, 1, 3), EPERM],
    ['a new process', of(calls.clone, 0x1200011), ALLOWED],
    ['a process in a new user namespace', of(calls.clone, 0x10000011), EPERM],
    ['a new user namespace', of(calls.unshare, 0x10000000), EPERM],
    ['a new user namespace among others', of(calls.unshare, 0x10020000), EPERM],
    ['own file descriptors', of(calls.unshare, 0x400), ALLOWED],
    ['a process by flags in memory', of(calls.clone3), ENOSYS],
    ['another namespace', of(calls.setns), EPERM],
    ['typing into the terminal', of(calls.ioctl, 0, 0x5412), EPERM],
    ['pasting into the console', of(calls.ioctl, 0, 0x541c), EPERM],
    ['the size of the terminal', of(calls.ioctl, 1, 0x5413), ALLOWED],
    ['a file by its handle', of(calls.openByHandle), EPERM],
    ['a descriptor of another process', of(calls.pidfdGetfd, 5, 3), EPERM],
    ['a debugger of its own child', of(calls.ptrace, 0x4206, 7), ALLOWED],
    ['a child that lets itself be debugged', of(calls.ptrace, 0, 0), ALLOWED],
    ['a debugger of the supervisor', of(calls.ptrace, 0x4206, 2), EPERM],
    ['the memory of the supervisor', of(calls.foreignMemory[1] ?? -1, 2), EPERM],
    ['the memory of another process', of(calls.foreignMemory[0] ?? -1, 7), ALLOWED],
    ['a ring of calls that pass the filter by', of(425), ENOSYS],
    ['the keyrings of the user', of(calls.keyrings[2] ?? -1), EPERM],
    ['a call by its x32 number', of(0x4000_0000 + 41, 1, 1), ENOSYS],
    ['a call of another processor', answer(filter, { arch: 0x4000_0003, number: 1 }), KILLED],
  ])('answers to %s', (_title, given, expected) => {
    expect(given).toBe(expected);
  });

  it('with unix sockets lets these through, and nothing else', () => {
    const open = seccompFilter(architecture, true);
    const asked: readonly (readonly [number, ...number[]])[] = [
      ...[1, 2, 10, 16, 17, 40].map((family) => [calls.socket, family, 1] as const),
      ...[1, 2, 3, 5].map((type) => [calls.socketpair, 1, type] as const),
      ...[calls.setns, calls.openByHandle, calls.clone3, ...calls.ioUring, ...calls.keyrings].map(
        (number) => [number] as const,
      ),
      [calls.unshare, 0x10000000],
      [calls.ptrace, 0x4206, 2],
    ];
    const differing = asked.filter(([number, ...arguments_]) => {
      const call = { arch, number, arguments: arguments_ };
      return answer(open, call) !== answer(filter, call);
    });
    expect(differing).toEqual([
      [calls.socket, 1, 1],
      [calls.socketpair, 1, 2],
      [calls.socketpair, 1, 3],
    ]);
    expect(differing.map(([number, ...more]) => answer(open, { arch, number, arguments: more }))).toEqual(
      differing.map(() => ALLOWED),
    );
  });

  it('is one that the kernel takes: whole instructions, not too many', () => {
    expect(filter.length % 8).toBe(0);
    expect(filter.length / 8).toBeLessThan(4096);
  });
});
