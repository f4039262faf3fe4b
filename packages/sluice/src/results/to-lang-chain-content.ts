import type { CallResult } from '@sluice/core';
import { blockText, toText } from './to-text.ts';

/** The content of a LangChain `ToolMessage`. */
export type LangChainContent =
  | string
  | ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[];

/** Text as text, images as data URLs, the form that most chat models of LangChain take. */
export function toLangChainContent(result: Pick<CallResult, 'content'>): LangChainContent {
  if (result.content.every(({ type }) => type !== 'image')) return toText(result);
  return result.content.map((block) => {
    if (block.type !== 'image') return { type: 'text', text: blockText(block) };
    const { data, media_type: mediaType } = block.source;
    return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
  });
}
