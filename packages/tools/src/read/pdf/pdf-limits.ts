/** Maximum bytes of a PDF document. */
export const PDF_BYTES = 100 * 1024 * 1024;

/** Maximum pages per call. */
export const PDF_PAGES = 20;

/** Up to this many pages, a document is read without `pages`. */
export const PDF_PAGES_UNASKED = 10;

/** Timeout in seconds for a document. */
export const PDF_SECONDS = 60;

/** MiB of memory that reading a document may take, in addition to its size. */
export const PDF_MEGABYTES = 512;
