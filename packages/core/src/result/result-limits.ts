/** How much of results a model gets (DESIGN.md 6): of one call, of one message, of a session. */

/** UTF-16 units; a longer result of a call is stored, unless the tool or an option says otherwise. */
export const DEFAULT_RESULT_LIMIT = 50_000;
/** Bytes of text that represent a stored result. */
export const PREVIEW_BYTES = 2000;

/** UTF-16 units over all results of one message. */
export const DEFAULT_MESSAGE_BUDGET = 200_000;
/** Maximum images in the results of one message. The Messages API takes 100 per request, and rejects large ones above 20. */
export const MAX_MESSAGE_IMAGES = 20;
/** Base64 characters over all images of one message: two thirds of the 32 MB request limit of the Messages API. */
export const MAX_MESSAGE_IMAGE_CHARS = 21_000_000;

/** Share of the model's window that the results of a session may take up. */
export const SESSION_SHARE = 0.4;
