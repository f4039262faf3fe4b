/** Milliseconds between SIGTERM and SIGKILL when a command is ended. */
export const DEFAULT_GRACE_MS = 2_000;
/**
 * The same for a command of the Bash tool: less than the two seconds that a runtime waits for a canceled call (`CANCEL_WAIT_MS` in
 * `engine-limits.ts` of `packages/core`), so that the call can report that nothing is left.
 */
export const BASH_GRACE_MS = 1_500;
/** The same for programs that still run when the session ends. */
export const DISPOSE_GRACE_MS = 500;
/** The same for processes left behind by a program that exits on its own. */
export const LEFT_BEHIND_GRACE_MS = 500;
/** Milliseconds that processes get to end by themselves, before SIGTERM, after the program that started them has exited. */
export const SETTLE_MS = 100;
/** Milliseconds after SIGTERM from which on a process that may outlive it is reported, and any other. */
export const REPORT_MS = 150;
export const REPORT_ANY_MS = 1_000;
/** Milliseconds for the kernel to end processes after SIGKILL. */
export const KILL_MS = 5_000;
/** Bytes of output after which a command is ended. */
export const DEFAULT_OUTPUT_LIMIT = 5_000_000_000;
