/** Maximum number of places in a result (agents.md 9). */
export const MAX_PLACES = 100;
/** Milliseconds that a server may take to answer, its start included. */
export const TIME_LIMIT_MS = 60_000;
/** Milliseconds that an edit waits for what servers say of it (agents.md 9). */
export const EDIT_WAIT_MS = 1500;
/** Milliseconds that it waits for what they said before, if that isn't known. */
export const BEFORE_WAIT_MS = 500;
/** Maximum number of errors that an edit tells of (agents.md 9). */
export const MAX_ERRORS = 10;
/** Documents that a server has open at once; the one used longest ago is closed (agents.md 9). */
export const MAX_OPEN = 50;
/** Milliseconds before a crashed server starts again: this, then twice that, and so on. */
export const RESTART_MS = 250;
/** Milliseconds between SIGTERM and SIGKILL. */
export const GRACE_MS = 500;
/** Milliseconds to wait for a new report about a file after others have changed: a server that has nothing new may send none. */
export const REPORT_MS = 3000;
/** Bytes of a file that a server is given. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Milliseconds for which a hang counts, and for which a server that hung twice is not asked. */
export const HANG_PAUSE_MS = 10 * 60_000;
/** Files and directories; a larger project isn't watched, since looking at it takes too long. */
export const MAX_WATCHED = 20_000;
