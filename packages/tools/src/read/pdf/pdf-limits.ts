/** Bytes of a PDF document that is read. */
export const PDF_BYTES = 100 * 1024 * 1024;

/** Pages of one call. */
export const PDF_PAGES = 20;

/** Pages that a document may have to be read without saying which. */
export const PDF_PAGES_UNASKED = 10;

/** Seconds after which a document is given up. */
export const PDF_SECONDS = 60;

/** MiB that a document may take while it is read, beside its own size. */
export const PDF_MEGABYTES = 512;
