import type { SandboxDenial } from './sandbox/sandbox-denial.ts';
import type { SandboxProfile } from './sandbox/sandbox-profile.ts';

/** A shell command and its limits. */
export interface CommandRequest {
  /** Text for `bash -c`. */
  readonly command: string;
  /** Absolute path of the directory to run in. */
  readonly cwd: string;
  /**
   * Absolute path of the file for standard output and standard error, in the order they are written. Created (mode 600) or emptied; its
   * directory must exist. Symbolic links are never followed. An open descriptor instead stays open, and should append.
   */
  readonly outputPath: string | number;
  /** Absolute path of a separate file for standard error; created like `outputPath`, and included in its size limit. */
  readonly errorPath?: string | number;
  /** Absolute path of a file for standard input, or an open descriptor. Default: empty input. */
  readonly inputPath?: string | number;
  /** Environment of the command; a session tag is added. Default: this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends the command and its tree; the result is `cancelled`. */
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /** Maximum bytes of output, after which the command is ended; checked four times a second while the output grows, else once. Default 5 GB. */
  readonly maxOutputBytes?: number;
  /** Milliseconds between SIGTERM and SIGKILL. Default 2,000. */
  readonly graceMs?: number;
  /**
   * Milliseconds that remaining processes get to end on their own before SIGTERM, after the command has exited (a `tee` in a process
   * substitution writes its last lines then). Default 100.
   */
  readonly settleMs?: number;
  /**
   * What to do with processes that remain after the command exits on its own: `end` them, or `keep` them until the session ends. Default
   * `end`.
   */
  readonly leftBehind?: 'end' | 'keep';
  /** Absolute path of a shell that supports `-c`. Default: bash, otherwise sh. */
  readonly shell?: string;
  /** What the command may access. Default: whatever this process may. */
  readonly sandbox?: SandboxProfile;
  /** True: run nothing if the sandbox is unavailable. Default: run without it, and say so in the result. */
  readonly needsSandbox?: boolean;
  /** True: the sandbox isn't required for safety. If it is unavailable, the command runs without it, and the result doesn't mention it. */
  readonly isSandboxExtra?: boolean;
  /** Absolute paths of files that the command writes for the caller, whatever the profile says; created (mode 600) if missing. */
  readonly ownFiles?: readonly string[];
  /**
   * Programs that are not ended with the command, such as build daemons: the kernel's name of the process, the last part of the program's
   * path, or a whole word of its command line that contains a dot or a slash (a class, a script). They also outlive the session. Has no
   * effect in a sandbox, which ends with everything in it.
   */
  readonly keep?: readonly string[];
  /**
   * Bytes of memory, shared by this command and all others in the session that set a limit; the first one's limit applies. If it can't be
   * enforced (`findMemoryPlace`), the command isn't started.
   */
  readonly memoryLimitBytes?: number;
  /** Called with the size of the output file in bytes when it has changed, at most once a second. Must not throw. */
  readonly onOutput?: (bytes: number) => void;
  /**
   * Called with the processes that still run 150 ms after SIGTERM, when these change, and with none when they have ended or are killed. Must
   * not throw.
   */
  readonly onStopping?: (processes: readonly NamedProcess[]) => void;
  /** Whether a process is the caller's own and no part of the command: it is never reported as stopping. Must not throw. Default: none is. */
  readonly isHelper?: (process: NamedProcess) => boolean;
}

/** A process of the command's tree, by the name of its program or script. */
export interface NamedProcess {
  readonly pid: number;
  /** For a process in a sandbox: its pid there. */
  readonly innerPid?: number;
  readonly name: string;
}

/** Why a command was ended from outside; the first reason wins. */
export type StopReason =
  | { readonly status: 'timed-out'; readonly afterMs: number }
  | { readonly status: 'cancelled'; readonly reason: unknown }
  | { readonly status: 'output-limit'; readonly limitBytes: number };

export type SpawnFailureCode =
  | 'cwd-missing'
  | 'output-unwritable'
  | 'input-unreadable'
  | 'shell-missing'
  | 'too-long'
  | 'session-disposed'
  | 'sandbox-unavailable'
  | 'memory-unlimited'
  | 'spawn-error';

/** How the shell itself ended. */
export type CommandEnd =
  | { readonly status: 'exited'; readonly code: number }
  | { readonly status: 'signalled'; readonly signal: NodeJS.Signals }
  | StopReason
  | { readonly status: 'spawn-failed'; readonly code: SpawnFailureCode; readonly message: string };

/**
 * Whether the request's profile was enforced. `not-applicable`: there was none, or nothing was started. `unavailable`: the sandbox could
 * not be used; the command ran without it or, if it was required, not at all.
 */
export type SandboxUse = 'enforced' | 'not-applicable' | 'unavailable';

export interface CommandResult {
  readonly end: CommandEnd;
  readonly sandbox: SandboxUse;
  /**
   * What the sandbox denied: each host that its proxy refused, and anything else that the output proves. For a command that exited with 0,
   * only writes, proved by words that have no other cause.
   */
  readonly denials: readonly SandboxDenial[];
  /** Why it is `unavailable`, in full sentences. */
  readonly sandboxProblem?: string;
  /** Size of the output file after everything ended. */
  readonly outputBytes: number;
  /** Processes other than the shell that still ran at the end and were signalled. */
  readonly stopped: readonly NamedProcess[];
  /** Processes that keep running because the request says so, and their descendants. */
  readonly kept: readonly NamedProcess[];
  /** Processes that could not be ended: another user's, or stuck in the kernel. */
  readonly remaining: readonly NamedProcess[];
  readonly durationMs: number;
  /** For a command with a memory limit: how many processes of such commands the kernel killed meanwhile, if any. */
  readonly memory?: { readonly limitBytes: number; readonly kills: number };
}
