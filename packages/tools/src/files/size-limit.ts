/** Maximum size of a changed file, before and after, because all of it is in memory: 1 GiB. */
export const CHANGE_SIZE_LIMIT = 1024 * 1024 * 1024;
