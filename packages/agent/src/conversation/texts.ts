/** Shown to the model in place of a missing part of the conversation. */
export const LOST_BEGINNING = '(What was said before this could not be read back.)';
export const LOST_WORDS = '(What was said here could not be read back.)';
export const LOST_SUMMARY = '(A summary of what was said before stood here and could not be read back.)';
