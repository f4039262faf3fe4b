import type { CallResult } from '@sluice/core';
import { blockText, toText } from './to-text.ts';

/** The output of a tool for the model, in the form of the AI SDK 6 and 7. */
export type AISDKOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | {
      type: 'content';
      value: (
        | { type: 'text'; text: string }
        | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string }
        | { type: 'image-data'; data: string; mediaType: string }
      )[];
    };

/**
 * Text as text, errors as errors, images as images. An error keeps only its text: the SDK has no errors with images.
 *
 * @param version of the AI SDK. Default: 7.
 */
export function toAISDKOutput(
  result: Pick<CallResult, 'content' | 'isError'>,
  version: 6 | 7 = 7,
): AISDKOutput {
  if (result.isError) return { type: 'error-text', value: toText(result) };
  if (result.content.every(({ type }) => type !== 'image')) return { type: 'text', value: toText(result) };
  return {
    type: 'content',
    value: result.content.map((block) => {
      if (block.type !== 'image') return { type: 'text', text: blockText(block) };
      const { data, media_type: mediaType } = block.source;
      return version === 6
        ? { type: 'image-data', data, mediaType }
        : { type: 'file', data: { type: 'data', data }, mediaType };
    }),
  };
}
