/** Maximum bytes of a notebook to read: it is JSON and has to be in memory as a whole. */
export const NOTEBOOK_BYTES = 100 * 1024 * 1024;

/** UTF-16 units shown of one output: its start and its end. */
export const OUTPUT_LENGTH = 10_000;

/** Maximum number of images on one page of cells. */
export const NOTEBOOK_IMAGES = 10;

/** Maximum base64 characters of all images on one page of cells. */
export const NOTEBOOK_IMAGE_LENGTH = 8_000_000;
