export type {
  CommandEnd,
  CommandRequest,
  CommandResult,
  NamedProcess,
  SandboxUse,
  SpawnFailureCode,
  StopReason,
} from './command.ts';
export type { CommandScope } from './run-command.ts';
export { runCommand } from './run-command.ts';
export type { ProcessSession, ProcessSessionOptions } from './process-session.ts';
export type { StoppingProcesses } from './end/stopping.ts';
export type { GuardedTerminal } from './watchdog/watchdog.ts';
export { createProcessSession } from './process-session.ts';
export type {
  EndProcessOptions,
  ProcessExit,
  ProcessRequest,
  ProcessStart,
  StartedProcess,
} from './start-process.ts';
export type { ProcessStat } from './identity/process-stat.ts';
export { hasEnded, readProcessStat } from './identity/process-stat.ts';
export type { CallAround, CallMark } from './identity/call-around.ts';
export { CALL_VARIABLE, callAround } from './identity/call-around.ts';
export { isInUndecidedCall } from './identity/in-undecided-call.ts';
export { TAG_VARIABLE } from './identity/process-tag.ts';
export { BASH_GRACE_MS, DEFAULT_OUTPUT_LIMIT } from './end/end-limits.ts';
export { openAnonymousFile } from './files/anonymous-file.ts';
export { writeWhole } from './files/write-whole.ts';
export { readHead, readTail } from './files/read-ends.ts';
export type { SandboxProfile } from './sandbox/sandbox-profile.ts';
export type { SandboxSupport } from './sandbox/probe-sandbox.ts';
export { probeSandbox } from './sandbox/probe-sandbox.ts';
export type { HostRefusal, NetworkDenial, SandboxDenial } from './sandbox/sandbox-denial.ts';
export type { HostList } from './sandbox/network/host-list.ts';
export type { MaskedSecret } from './sandbox/network/masked-secret.ts';
export type { TlsTermination } from './sandbox/network/tls-termination.ts';
export { authorityProblem } from './sandbox/network/tls/authority-problem.ts';
export type { HostEntry } from './sandbox/network/host-entry.ts';
export { parseHostEntry } from './sandbox/network/host-entry.ts';
export type { CgroupSupport } from './cgroup/find-cgroup.ts';
export { findCgroup } from './cgroup/find-cgroup.ts';
export type { MemoryPlace } from './cgroup/memory-place.ts';
export { findMemoryPlace } from './cgroup/memory-place.ts';
export { findShell } from './find-shell.ts';
