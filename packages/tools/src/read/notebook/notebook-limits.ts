/** Bytes of a notebook that is read: it is JSON and has to be held whole. */
export const NOTEBOOK_BYTES = 100 * 1024 * 1024;

/** UTF-16 units of one output that are shown: its start and its end. */
export const OUTPUT_LENGTH = 10_000;

/** Images shown of one page of cells. */
export const NOTEBOOK_IMAGES = 10;

/** Characters of base64 of all images of one page of cells. */
export const NOTEBOOK_IMAGE_LENGTH = 8_000_000;
