/** Background tasks that run at once. */
export const MAX_RUNNING = 32;
/** Number of ended tasks to record for the session's next process: the latest ones. */
export const MAX_RECORDED = 256;
/** Number of ended tasks to remember. */
export const MAX_ENDED = 256;
/** Characters of a model's report; the full text of a long one is in the output. */
export const MAX_REPORT = 30_000;
/** Maximum number of tasks with a full note; for the rest, only ids. */
export const MAX_NOTES = 20;
/** Of those. */
export const MAX_IDS = 200;
/** Milliseconds without output after which a question is taken as unanswered. */
export const SILENT_MS = 30_000;
