import type { CallResult } from '@sluice/core';
import { blockText, toText } from './to-text.ts';

/** The output of a tool for the model, in the form of the OpenAI Agents SDK. */
export type OpenAIOutput =
  | string
  | ({ type: 'text'; text: string } | { type: 'image'; image: { data: string; mediaType: string } })[];

/** Text as text, images as images. The API has no errors: the text of an error says that it is one. */
export function toOpenAIOutput(result: Pick<CallResult, 'content'>): OpenAIOutput {
  if (result.content.every(({ type }) => type !== 'image')) return toText(result);
  return result.content.map((block) => {
    if (block.type !== 'image') return { type: 'text', text: blockText(block) };
    const { data, media_type: mediaType } = block.source;
    return { type: 'image', image: { data, mediaType } };
  });
}
