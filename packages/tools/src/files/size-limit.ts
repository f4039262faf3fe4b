/** Bytes up to which a file is changed, before and after, since all of it is held meanwhile: 1 GiB. */
export const CHANGE_SIZE_LIMIT = 1024 * 1024 * 1024;
