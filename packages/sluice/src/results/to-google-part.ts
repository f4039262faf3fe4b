import { present } from '@sluice/base';
import type { CallResult } from '@sluice/core';
import { blockText } from './to-text.ts';

/** A call of the Gemini API. */
export interface GoogleCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** A part of a message of the Gemini API: the response to a call. */
export interface GooglePart {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: { inlineData: { data: string; mimeType: string } }[];
  };
}

/** Text as output or error, images as parts of the response. */
export function toGooglePart(
  { id, name = '' }: GoogleCall,
  { content, isError }: Pick<CallResult, 'content' | 'isError'>,
): GooglePart {
  const images = content.flatMap((block) => (block.type === 'image' ? [block.source] : []));
  const texts = content.filter(({ type }) => type !== 'image').map(blockText);
  const text = texts.join('\n');
  return {
    functionResponse: {
      ...present({ id }),
      name,
      response: isError ? { error: text } : { output: text },
      ...present({
        parts:
          images.length > 0
            ? images.map(({ data, media_type: mimeType }) => ({ inlineData: { data, mimeType } }))
            : undefined,
      }),
    },
  };
}
