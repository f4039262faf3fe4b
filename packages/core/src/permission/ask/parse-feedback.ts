import type { ContentBlock, ImageBlock } from '../../data/content.ts';
import { getOwn, isJsonObject } from '../../data/json.ts';

type ParsedFeedback =
  | { readonly ok: true; readonly feedback: string | readonly ContentBlock[] | undefined }
  /** What it must be, as a clause. */
  | { readonly ok: false; readonly message: string };

type MediaType = ImageBlock['source']['media_type'];

/** How the bytes of each image type start. A model API rejects a whole conversation over one image of another type than declared. */
const BEGINNINGS: Readonly<Record<MediaType, RegExp>> = {
  'image/png': /^\u0089PNG/,
  'image/jpeg': /^\u00ff\u00d8\u00ff/,
  'image/gif': /^GIF8/,
  'image/webp': /^RIFF.{4}WEBP/s,
};
const MEDIA_TYPES = Object.keys(BEGINNINGS);

/** A person's feedback with an answer, as another program sends it: a string, or a list of text and image blocks. */
export function parseFeedback(value: unknown): ParsedFeedback {
  if (value === undefined || value === null) return { ok: true, feedback: undefined };
  if (typeof value === 'string') return { ok: true, feedback: value.trim() === '' ? undefined : value };
  if (!Array.isArray(value))
    return { ok: false, message: 'must be text, or a list of text and image blocks' };
  const blocks: ContentBlock[] = [];
  for (const [index, item] of value.entries()) {
    const block = parseBlock(item);
    if (typeof block === 'string') return { ok: false, message: `has a block ${index} that ${block}` };
    if (block.type !== 'text' || block.text.trim() !== '') blocks.push(block);
  }
  return { ok: true, feedback: blocks.length === 0 ? undefined : blocks };
}

/** A string says what is wrong with it. */
function parseBlock(value: unknown): ContentBlock | string {
  const type = isJsonObject(value) ? getOwn(value, 'type') : undefined;
  if (!isJsonObject(value) || (type !== 'text' && type !== 'image')) return 'is neither text nor image';
  if (type === 'text') {
    const text = getOwn(value, 'text');
    return typeof text === 'string' ? { type, text } : 'has no text';
  }
  const source = getOwn(value, 'source');
  const data = isJsonObject(source) ? getOwn(source, 'data') : undefined;
  if (!isJsonObject(source) || getOwn(source, 'type') !== 'base64' || typeof data !== 'string')
    return 'has no "source" of type base64 with "data"';
  const said = getOwn(source, 'media_type');
  const mediaType = isMediaType(said) ? said : undefined;
  if (mediaType === undefined) return `has a "media_type" other than ${MEDIA_TYPES.join(', ')}`;
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return 'is not base64';
  if (!BEGINNINGS[mediaType].test(atob(data.slice(0, 16)))) return `is not ${mediaType}, as it claims`;
  return { type, source: { type: 'base64', media_type: mediaType, data } };
}

function isMediaType(value: unknown): value is MediaType {
  return typeof value === 'string' && Object.hasOwn(BEGINNINGS, value);
}
