/** Shown to the model in place of a missing part of the conversation. */
export const LOST_BEGINNING = '(The earlier messages could not be restored.)';
export const LOST_WORDS = '(This message could not be restored.)';
export const LOST_SUMMARY = '(A summary of the earlier conversation was here and could not be restored.)';
