/** Milliseconds that git may take, unless said otherwise below: a checkout of a large repository takes minutes. */
export const GIT_TIMEOUT_MS = 10 * 60_000;
/** Bytes of its answer: a list of a million paths. */
export const MAX_GIT_BYTES = 200_000_000;
/** Milliseconds to fetch a pull request. */
export const FETCH_PULL_REQUEST_MS = 5 * 60_000;
/** Milliseconds to fetch the default branch, where the last fetch is older than the second figure (agents.md 6.1). */
export const FETCH_BASE_MS = 5_000;
export const FETCHED_FOR_MS = 24 * 60 * 60_000;
/** Milliseconds for the git that a killed session has left to finish its checkout. */
export const LEFT_GIT_WAIT_MS = 60_000;
/** Milliseconds to ask which files git ignores. */
export const IGNORED_TIMEOUT_MS = 10_000;
/** The youngest worktree that is removed for its age, in milliseconds. */
export const LEAST_AGE_MS = 3_600_000;
/** Removing one takes git a moment: the rest is for the next day. */
export const MAX_REMOVED_AT_ONCE = 10;
