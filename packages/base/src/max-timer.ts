/** Milliseconds: the longest that a timer of Node can wait. A longer one would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;
