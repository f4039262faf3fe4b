import type { SandboxDenial } from './sandbox/sandbox-denial.ts';
import type { SandboxProfile } from './sandbox/sandbox-profile.ts';

/** A shell command and its bounds. */
export interface CommandRequest {
  /** Text for `bash -c`. */
  readonly command: string;
  /** Absolute path of the directory to run in. */
  readonly cwd: string;
  /**
   * Absolute path of the file that takes standard output and standard error, in the order in which they were written.
   * Created (mode 600) or emptied; its directory must exist. It is never followed when it is a symbolic link. An open
   * descriptor instead stays open, and should append.
   */
  readonly outputPath: string | number;
  /** Absolute path of a file that takes standard error instead; made as `outputPath` is, and counted with it. */
  readonly errorPath?: string | number;
  /** Absolute path of a file to be read as standard input, or an open descriptor. Default: an input that is at its end. */
  readonly inputPath?: string | number;
  /** Variables of the command; a tag of the session is added. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends the command and its tree; the result is `cancelled`. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the command is ended. Default: no limit. */
  readonly timeoutMs?: number;
  /** Bytes of output above which the command is ended; looked at four times a second. Default 5 GB. */
  readonly maxOutputBytes?: number;
  /** Milliseconds between SIGTERM and SIGKILL. Default 2,000. */
  readonly graceMs?: number;
  /**
   * Milliseconds that what is left of the tree gets to end by itself before SIGTERM, when the command has exited
   * (a `tee` in a process substitution writes its last lines then). Default 100.
   */
  readonly settleMs?: number;
  /**
   * What becomes of processes that are left when the command has exited by itself: `end` them, or `keep` them until the
   * session ends. Default `end`.
   */
  readonly leftBehind?: 'end' | 'keep';
  /** Absolute path of a shell that takes `-c`. Default: bash, else sh. */
  readonly shell?: string;
  /** What the command may touch. Default: whatever this process may. */
  readonly sandbox?: SandboxProfile;
  /** True: where the sandbox can't be had, nothing runs. Default: the command runs without it, and the result says so. */
  readonly needsSandbox?: boolean;
  /** True: nothing rests on the sandbox. Where it can't be had, the command runs without it, and the result doesn't mention it. */
  readonly isSandboxExtra?: boolean;
  /** Absolute paths of files that the command writes for the caller, whatever the profile says; made (mode 600) when missing. */
  readonly ownFiles?: readonly string[];
  /**
   * Programs that are not ended with the command, build daemons for instance: the name that the kernel gives the process,
   * the last part of the program's path, or a whole word of its command line that holds a dot or a slash (a class, a
   * script). They run on when the session ends too. Without effect in a sandbox, which ends with all that is in it.
   */
  readonly keep?: readonly string[];
  /**
   * Bytes of memory for this command and all others of the session that name a limit, together; the first one's holds. Where it
   * can't be kept (`findMemoryPlace`), the command is not started.
   */
  readonly memoryLimitBytes?: number;
  /** Told the size of the output file in bytes when it has changed, at most once a second. Must not throw. */
  readonly onOutput?: (bytes: number) => void;
}

/** A process of the command's tree, by the name that the kernel gives it (at most 15 bytes). */
export interface NamedProcess {
  readonly pid: number;
  /** Of a process in a sandbox: its pid there. */
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
 * Whether the profile of the request has held. `not-applicable`: there was none, or nothing was started. `unavailable`: it
 * could not be had; the command has run without it or, where it was needed, not at all.
 */
export type SandboxUse = 'enforced' | 'not-applicable' | 'unavailable';

export interface CommandResult {
  readonly end: CommandEnd;
  readonly sandbox: SandboxUse;
  /**
   * What the sandbox has kept the command from: each host that its proxy has refused, and the rest as far as the output
   * proves it. Of a command that has exited with 0 only writes, by words that have no other reason.
   */
  readonly denials: readonly SandboxDenial[];
  /** Why it is `unavailable`, in whole sentences. */
  readonly sandboxProblem?: string;
  /** Size of the output file when everything had ended. */
  readonly outputBytes: number;
  /** Processes other than the shell that were still there at the end and were sent a signal. */
  readonly stopped: readonly NamedProcess[];
  /** Processes that run on because the request says so, and those that they have started. */
  readonly kept: readonly NamedProcess[];
  /** Processes that could not be ended: of another user, or stuck in the kernel. */
  readonly remaining: readonly NamedProcess[];
  readonly durationMs: number;
  /** Of a command with a limit of memory: how many processes of such commands the kernel has ended for it meanwhile, if any. */
  readonly memory?: { readonly limitBytes: number; readonly kills: number };
}
