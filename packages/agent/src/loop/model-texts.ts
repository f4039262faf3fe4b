import type { Interruption } from './interruption.ts';

/** Texts for the model, sent in user messages that no one typed. */
const INTERRUPTED = {
  tools:
    "[The user interrupted you while tools were running. Calls that had finished have their results above; wait for the user's next message.]",
  words:
    "[The user interrupted you before you had finished and before any further tool ran; wait for the user's next message.]",
};
const STOPPED = {
  tools: 'Tools were running. Calls that had finished have their results above',
  words: 'You had not finished, and no further tool ran',
};

/** What ended the model's work, and where: while tools were running, or before it had finished its words. */
export function interruptedText(
  reason: Interruption['reason'],
  where: 'interrupted-tools' | 'interrupted-streaming',
): string {
  const phase = where === 'interrupted-tools' ? 'tools' : 'words';
  if (typeof reason !== 'object') return INTERRUPTED[phase];
  return `[You were stopped: ${reason.message}. ${STOPPED[phase]}.]`;
}
export const GO_ON_AFTER_CUT =
  '[Your message reached the token limit and was cut off there. Continue exactly where it ends, without repeating any of it; split large pieces of work into smaller parts.]';
/** Sent when the model's own message is the last one: no API lets it answer itself. */
export const GO_ON = '[Continue.]';
/** Replaces a conversation that the user cleared. */
export const CONVERSATION_CLEARED = '[The user cleared the conversation: ignore everything before this.]';
export const OUTPUT_OWED =
  '[You have not submitted your answer yet: call the StructuredOutput tool with it. Text alone is not enough.]';
