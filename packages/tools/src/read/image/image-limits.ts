/** Default maximum of an image's longer side, in pixels. */
export const DEFAULT_IMAGE_SIDE = 1024;

/** Maximum side that the Messages API accepts. */
export const MAX_IMAGE_SIDE = 8000;

/** Maximum base64 characters of an image: 3.5 MiB, well below the 5 MB of the Messages API. */
export const IMAGE_CHARS = 3.5 * 1024 * 1024;

/** The same limit in bytes of the image. */
export const IMAGE_BYTES = (IMAGE_CHARS / 4) * 3;

/** A larger PNG was a photograph: as a JPEG it takes a tenth of the space. */
export const PNG_BYTES = 1024 * 1024;

/** Maximum bytes of an image file. */
export const IMAGE_FILE_BYTES = 64 * 1024 * 1024;

/** Maximum pixels of an image to decode: a larger one would take gigabytes of memory. */
export const IMAGE_PIXELS = 100_000_000;

/** Decoding timeout in seconds. */
export const IMAGE_SECONDS = 30;
