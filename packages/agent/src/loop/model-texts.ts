/** Texts for the model, sent in user messages that no one typed. */
export const INTERRUPTED_IN_TOOLS =
  "[The user interrupted you while tools were running. Calls that had finished have their results above; wait for the user's next message.]";
export const INTERRUPTED_IN_WORDS =
  "[The user interrupted you before you had finished and before any further tool ran; wait for the user's next message.]";
export const GO_ON_AFTER_CUT =
  '[Your message reached the token limit and was cut off there. Continue exactly where it ends, without repeating any of it; split large pieces of work into smaller parts.]';
/** Sent when the model's own message is the last one: no API lets it answer itself. */
export const GO_ON = '[Continue.]';
/** Replaces a conversation that the user cleared. */
export const CONVERSATION_CLEARED =
  '[The user cleared the conversation: nothing said before counts any more.]';
export const OUTPUT_OWED =
  '[You have not submitted your answer yet: call the StructuredOutput tool with it. Text alone is not enough.]';
