/** Default timeout of a hook, in seconds, if neither it nor its event sets one. */
export const DEFAULT_TIMEOUT_S = 600;

/** The same by type, in seconds, for hooks that an external runner runs. */
export const DELEGATED_TIMEOUTS_S = { mcp_tool: 600, callback: 60, prompt: 30, agent: 60 } as const;

/** UTF-16 units of one text that a hook returns, or of an error that it receives. */
export const MAX_TEXT_CHARS = 10_000;

/** Bytes of an answer, which is read whole. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
