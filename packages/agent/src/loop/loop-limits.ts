/** Messages that reach their token limit, after which the loop ends. */
export const MAX_CUTS_IN_ROW = 3;
/** Pauses of the API; each may cover several server-side searches. */
export const MAX_PAUSES_IN_ROW = 10;
export const MAX_COMPACTIONS_IN_ROW = 2;
/** Of structured output that the model owes. */
export const MAX_OUTPUT_REMINDERS = 5;

/** Streams that may fail partway for one message; the last attempt asks for the whole answer at once. */
export const MAX_STREAMS = 4;
export const RETRACT_DELAY_MS = 500;
/** A server that asks for a longer wait is not retried. */
export const MAX_RETRY_DELAY_MS = 60_000;
