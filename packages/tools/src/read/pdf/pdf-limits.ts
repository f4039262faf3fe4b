/** Bytes of a PDF document that is read. */
export const PDF_BYTES = 100 * 1024 * 1024;

/** Pages of one call. */
export const PDF_PAGES = 20;

/** Pages that a document may have to be read without saying which. */
export const PDF_PAGES_UNASKED = 10;

/** Seconds after which a document is given up. */
export const PDF_SECONDS = 60;

/** MiB by which the memory of this process may grow while a document is read. */
export const PDF_MEGABYTES = 512;
