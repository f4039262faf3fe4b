/**
 * Without API support, deferring costs one extra call per tool, so it requires at least this many tools that
 * are not built in.
 */
export const MIN_FOREIGN = 40;

/** Deferred definitions that take less of the context window, in percent, are listed. */
export const DEFAULT_PERCENT = 10;
