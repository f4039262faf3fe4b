/** Pixels of an image's longer side that a model is shown, unless an option says otherwise. */
export const DEFAULT_IMAGE_SIDE = 1024;

/** The largest side that the Messages API takes. */
export const MAX_IMAGE_SIDE = 8000;

/** Characters of an image as it is sent, in base64: 3.5 MiB, well below the 5 MB of the Messages API. */
export const IMAGE_CHARS = 3.5 * 1024 * 1024;

/** Bytes of an image whose base64 is just that long. */
export const IMAGE_BYTES = (IMAGE_CHARS / 4) * 3;

/** A PNG above this was a photograph: as a JPEG it takes a tenth. */
export const PNG_BYTES = 1024 * 1024;

/** Bytes of an image file that is looked at. */
export const IMAGE_FILE_BYTES = 64 * 1024 * 1024;

/** Pixels of an image that is decoded: a larger one would take gigabytes of memory. */
export const IMAGE_PIXELS = 100_000_000;

/** Seconds after which decoding is given up. */
export const IMAGE_SECONDS = 30;
