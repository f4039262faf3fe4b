import type { Origin } from './conversation.ts';

/** Who speaks to the model in a user's message without being the user. */
export type Speaker = Exclude<Origin, 'person'> | 'summary' | 'tool';

/** The tag says what a model has to know even where no system prompt of ours explains it. */
const TAG = 'not-from-user';

const SOURCES: Readonly<Record<Speaker, string>> = {
  hook: 'hook',
  task: 'background task',
  note: 'sluice',
  instructions: 'instructions',
  summary: 'summary',
  tool: 'tool',
};

/** A beginning of the tag, or what a model could take for one. */
const TAG_START = new RegExp(`<(?=[\\s/]*${TAG})`, 'gi');

/**
 * A text that nobody has typed, as the model gets it: marked as whose it is, so that it can't pass for the user's. No text can
 * close the mark or open another: inside, the beginning of the tag is spelled `&lt;`. The same text gives the same bytes.
 */
export function markedText(text: string, speaker: Speaker): string {
  return `<${TAG} source="${SOURCES[speaker]}">\n${text.replace(TAG_START, '&lt;')}\n</${TAG}>`;
}
