/** Milliseconds between SIGTERM and SIGKILL when a command is ended. The Bash tool sets its own: `KILL_AFTER_MS` in its `bash-limits.ts`. */
export const DEFAULT_GRACE_MS = 2_000;
/** The same for programs that still run when the session ends. */
export const DISPOSE_GRACE_MS = 500;
/** The same for processes left behind by a program that exits on its own. */
export const LEFT_BEHIND_GRACE_MS = 500;
/** Milliseconds that processes get to end by themselves, before SIGTERM, after the program that started them has exited. */
export const SETTLE_MS = 100;
/** Milliseconds for the kernel to end processes after SIGKILL. */
export const KILL_MS = 5_000;
/** Bytes of output after which a command is ended. */
export const DEFAULT_OUTPUT_LIMIT = 5_000_000_000;
