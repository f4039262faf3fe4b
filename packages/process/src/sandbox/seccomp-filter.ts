import { instruction, OPERATION } from './seccomp-instruction.ts';
import { SYSTEM_CALL_NUMBERS, type SandboxArchitecture } from './system-call-numbers.ts';

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
const SOCK_TYPE_MASK = 0xf;
const CLONE_NEWUSER = 0x1000_0000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** bubblewrap and the supervisor, the first processes of the namespace: only they report how the command ended. */
const OWN_PIDS = [1, 2];
/** Calls from here on belong to the x32 interface: the same calls with numbers that the rules below don't cover. */
const FIRST_X32_CALL = 0x4000_0000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const refuse = (errno: number): number => 0x0005_0000 + errno;

/** Offsets in `struct seccomp_data`; for arguments the lower half, which is all that these calls use. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

/**
 * A seccomp program (`struct sock_filter[]`) that closes what namespaces and mounts leave open. Unix sockets, and datagram socket pairs,
 * whose ends can be reconnected, reach every service of the machine; io_uring creates sockets past any filter; a file handle opens a file
 * through the mount of any open descriptor, such as the output's; keyrings belong to the user, not to a namespace; with the supervisor's
 * descriptors and memory, a command could fake how it ended; other address families (vsock, bluetooth) ignore network namespaces.
 *
 * @param hasUnixSockets allow all of them: a filter can't see paths
 */
export function seccompFilter(architecture: SandboxArchitecture, hasUnixSockets = false): Buffer {
  const { auditArchitecture, calls } = SYSTEM_CALL_NUMBERS[architecture];
  const { load, jumpIfEqual, jumpIfAtLeast, jumpIfAnyBit, mask, answer } = OPERATION;

  const whenCalled = (number: number, body: readonly Buffer[]): readonly Buffer[] => [
    instruction(load, NUMBER),
    instruction(jumpIfEqual, number, 0, body.length),
    ...body,
  ];
  const isOneOf = (values: readonly number[], otherwise: number): readonly Buffer[] => [
    ...values.map((value, index) => instruction(jumpIfEqual, value, values.length - index, 0)),
    instruction(answer, otherwise),
    instruction(answer, ALLOW),
  ];
  const isNoneOf = (values: readonly number[]): readonly Buffer[] => [
    ...values.map((value, index) => instruction(jumpIfEqual, value, values.length - index, 0)),
    instruction(answer, ALLOW),
    instruction(answer, refuse(EPERM)),
  ];
  const refuseFlag = (number: number, flag: number): readonly Buffer[] =>
    whenCalled(number, [
      instruction(load, argument(0)),
      instruction(jumpIfAnyBit, flag, 0, 1),
      instruction(answer, refuse(EPERM)),
      instruction(answer, ALLOW),
    ]);
  const refuseAll = (numbers: readonly number[], errno: number): readonly Buffer[] =>
    numbers.flatMap((number) => whenCalled(number, [instruction(answer, refuse(errno))]));

  const streamPairsOnly = whenCalled(calls.socketpair, [
    instruction(load, argument(1)),
    instruction(mask, SOCK_TYPE_MASK),
    ...isOneOf([SOCK_STREAM, SOCK_SEQPACKET], refuse(EPERM)),
  ]);

  return Buffer.concat([
    instruction(load, ARCHITECTURE),
    instruction(jumpIfEqual, auditArchitecture, 1, 0),
    instruction(answer, KILL_PROCESS),
    instruction(load, NUMBER),
    instruction(jumpIfAtLeast, FIRST_X32_CALL, 0, 1),
    instruction(answer, refuse(ENOSYS)),
    ...whenCalled(calls.socket, [
      instruction(load, argument(0)),
      instruction(jumpIfEqual, AF_UNIX, 0, 1),
      instruction(answer, hasUnixSockets ? ALLOW : refuse(EPERM)),
      ...isOneOf([AF_INET, AF_INET6, AF_NETLINK], refuse(EAFNOSUPPORT)),
    ]),
    // Sockets of its kind can't reach anything outside anyway.
    ...(hasUnixSockets ? [] : streamPairsOnly),
    ...refuseFlag(calls.clone, CLONE_NEWUSER),
    ...refuseFlag(calls.unshare, CLONE_NEWUSER),
    ...whenCalled(calls.ioctl, [instruction(load, argument(1)), ...isNoneOf([TIOCSTI, TIOCLINUX])]),
    // Its flags are in memory, which filters can't see; libraries fall back to clone.
    ...refuseAll([calls.clone3], ENOSYS),
    ...refuseAll(calls.ioUring, ENOSYS),
    ...whenCalled(calls.ptrace, [instruction(load, argument(1)), ...isNoneOf(OWN_PIDS)]),
    ...calls.foreignMemory.flatMap((number) =>
      whenCalled(number, [instruction(load, argument(0)), ...isNoneOf(OWN_PIDS)]),
    ),
    ...refuseAll([calls.setns, calls.openByHandle, calls.bpf, calls.perfEventOpen, calls.pidfdGetfd], EPERM),
    ...refuseAll(calls.keyrings, EPERM),
    instruction(answer, ALLOW),
  ]);
}
