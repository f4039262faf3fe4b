/** Milliseconds that a watch lasts (tool-schemas.md). */
export const DEFAULT_TIMEOUT_MS = 300_000;
export const MAX_TIMEOUT_MS = 1_800_000;
/** UTF-16 units of a line that are told (agents.md 8). */
export const MAX_LINE = 500;
/** Lines that are told in a minute; more are counted. */
export const MAX_PER_MINUTE = 20;
/** Lines in all; then the watch ends. */
export const MAX_LINES = 2000;
/** Bytes of one message; the server of a longer one is told "too big" (1009), and the watch ends (agents.md 8). */
export const MAX_FRAME_BYTES = 1024 * 1024;
/** Bytes that a watch keeps; then it ends. */
export const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Milliseconds until the connection stands. */
export const CONNECT_MS = 30_000;
/** Milliseconds between pings. A server that has answered none by the next one is gone. */
export const PING_MS = 30_000;
