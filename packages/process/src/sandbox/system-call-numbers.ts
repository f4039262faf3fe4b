export type SandboxArchitecture = 'x64' | 'arm64';

interface SystemCallNumbers {
  /** `AUDIT_ARCH_…` from linux/audit.h. */
  readonly auditArchitecture: number;
  readonly calls: {
    readonly socket: number;
    readonly socketpair: number;
    readonly clone: number;
    readonly clone3: number;
    readonly unshare: number;
    readonly setns: number;
    readonly ioctl: number;
    readonly openByHandle: number;
    readonly bpf: number;
    readonly perfEventOpen: number;
    readonly pidfdGetfd: number;
    readonly ptrace: number;
    /** `process_vm_readv` and `process_vm_writev`. */
    readonly foreignMemory: readonly number[];
    readonly ioUring: readonly number[];
    readonly keyrings: readonly number[];
  };
}

const IO_URING = [425, 426, 427];
const PIDFD_GETFD = 438;

/** Numbers from asm/unistd.h by architecture. */
export const SYSTEM_CALL_NUMBERS: Readonly<Record<SandboxArchitecture, SystemCallNumbers>> = {
  x64: {
    auditArchitecture: 0xc000_003e,
    calls: {
      socket: 41,
      socketpair: 53,
      clone: 56,
      clone3: 435,
      unshare: 272,
      setns: 308,
      ioctl: 16,
      openByHandle: 304,
      bpf: 321,
      perfEventOpen: 298,
      pidfdGetfd: PIDFD_GETFD,
      ptrace: 101,
      foreignMemory: [310, 311],
      ioUring: IO_URING,
      keyrings: [248, 249, 250],
    },
  },
  arm64: {
    auditArchitecture: 0xc000_00b7,
    calls: {
      socket: 198,
      socketpair: 199,
      clone: 220,
      clone3: 435,
      unshare: 97,
      setns: 268,
      ioctl: 29,
      openByHandle: 265,
      bpf: 280,
      perfEventOpen: 241,
      pidfdGetfd: PIDFD_GETFD,
      ptrace: 117,
      foreignMemory: [270, 271],
      ioUring: IO_URING,
      keyrings: [217, 218, 219],
    },
  },
};

export function sandboxArchitecture(name: string): SandboxArchitecture | undefined {
  return name === 'x64' || name === 'arm64' ? name : undefined;
}
