import { present } from '@sluice/base';
import { getOwn, isJsonObject, type LinkedFileBlock, type UserBlock } from '@sluice/core';
import { PDF, pdfBlock } from '../../pdf-block.ts';

type ParsedBlocks =
  | { readonly ok: true; readonly blocks: readonly UserBlock[] }
  /** What is wrong, and how to fix it. */
  | { readonly ok: false; readonly message: string };

/** The content of a message as the agent takes it: a text, or blocks. Documents of text become that text. */
export function parseContent(content: unknown): ParsedBlocks {
  return typeof content === 'string'
    ? { ok: true, blocks: [{ type: 'text', text: content }] }
    : parseBlocks(content);
}

/** Nothing that a model could answer. */
export function isEmptyContent(blocks: readonly UserBlock[]): boolean {
  return blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}

/** Texts of `pasted_content`: entries and blocks of another kind are left out, as the field's declaration says. */
export function parsePasted(value: unknown): readonly UserBlock[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): readonly UserBlock[] => {
    if (typeof entry === 'string') return entry.trim() === '' ? [] : [{ type: 'text', text: entry }];
    if (!Array.isArray(entry)) return [];
    return entry.flatMap((block: unknown) => textOf(block) ?? []);
  });
}

function parseBlocks(value: unknown): ParsedBlocks {
  if (!Array.isArray(value) || value.length === 0)
    return wrong('"message.content" must be a text or a list of blocks that is not empty');
  const blocks: UserBlock[] = [];
  for (const [index, block] of value.entries()) {
    const parsed = parseBlock(block);
    if (!parsed.ok) return wrong(`"message.content"[${index}]: ${parsed.message}`);
    blocks.push(...parsed.blocks);
  }
  return { ok: true, blocks };
}

function parseBlock(value: unknown): ParsedBlocks {
  const type = isJsonObject(value) ? getOwn(value, 'type') : undefined;
  switch (type) {
    case 'text': {
      const block = textOf(value);
      return block === undefined ? wrong('"text" must be a string') : { ok: true, blocks: [block] };
    }
    case 'image':
      return parseImage(sourceOf(value));
    case 'document':
      return parseDocument(value, sourceOf(value));
    default:
      return wrong(
        `blocks of type text, image and document are supported; got ${JSON.stringify(type)?.slice(0, 80) ?? 'no type'}`,
      );
  }
}

function textOf(value: unknown): UserBlock | undefined {
  if (!isJsonObject(value) || getOwn(value, 'type') !== 'text') return undefined;
  const text = getOwn(value, 'text');
  return typeof text === 'string' ? { type: 'text', text } : undefined;
}

function sourceOf(block: unknown): object {
  const source = isJsonObject(block) ? getOwn(block, 'source') : undefined;
  return isJsonObject(source) ? source : {};
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

function parseImage(source: object): ParsedBlocks {
  if (getOwn(source, 'type') === 'url') return parseLink('image', source, undefined);
  const data = getOwn(source, 'data');
  const mediaType = IMAGE_TYPES.find((name) => name === getOwn(source, 'media_type'));
  if (getOwn(source, 'type') !== 'base64' || typeof data !== 'string' || mediaType === undefined)
    return wrong(
      `an image needs a "source" of type "url" with "url", or of type "base64" with "data" and the "media_type" ${IMAGE_TYPES.join(', ')}`,
    );
  return {
    ok: true,
    blocks: [{ type: 'image', source: { type: 'base64', media_type: mediaType, data } }],
  };
}

function parseDocument(block: unknown, source: object): ParsedBlocks {
  const [type, data, content] = ['type', 'data', 'content'].map((key) => getOwn(source, key));
  const title = isJsonObject(block) ? getOwn(block, 'title') : undefined;
  const head: readonly UserBlock[] =
    typeof title === 'string' && title !== '' ? [{ type: 'text', text: `Document "${title}":` }] : [];
  if (type === 'text' && typeof data === 'string')
    return { ok: true, blocks: [...head, { type: 'text', text: data }] };
  const name = typeof title === 'string' && title !== '' ? title : undefined;
  if (type === 'base64') return parsePdf(source, name);
  if (type === 'url') return parseLink('document', source, name);
  if (type !== 'content')
    return wrong('a document needs a "source" of type "url", "base64", "text" or "content"');
  const inner: ParsedBlocks =
    typeof content === 'string'
      ? { ok: true, blocks: [{ type: 'text', text: content }] }
      : parseBlocks(content);
  return inner.ok ? { ok: true, blocks: [...head, ...inner.blocks] } : inner;
}

/** The model's server loads it. */
function parseLink(kind: LinkedFileBlock['kind'], source: object, title: string | undefined): ParsedBlocks {
  const url = getOwn(source, 'url');
  const isLink = typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url);
  if (!isLink)
    return wrong(`"url" of ${kind === 'image' ? 'an image' : 'a document'} must begin with https:`);
  return { ok: true, blocks: [{ type: 'linked_file', kind, url, ...present({ title }) }] };
}

function parsePdf(source: object, title: string | undefined): ParsedBlocks {
  const data = getOwn(source, 'data');
  if (getOwn(source, 'media_type') !== PDF || typeof data !== 'string')
    return wrong(`a document of type "base64" needs "data" and the "media_type" ${PDF}`);
  const parsed = pdfBlock(data, title);
  return parsed.ok ? { ok: true, blocks: [parsed.block] } : parsed;
}

function wrong(message: string): ParsedBlocks {
  return { ok: false, message };
}
