/** Seconds that a hook may take where neither it nor its event says. */
export const DEFAULT_TIMEOUT_S = 600;

/** UTF-16 units of one text that a hook hands on, or is given of an error. */
export const MAX_TEXT_CHARS = 10_000;

/** Bytes of an answer, which is read whole. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
