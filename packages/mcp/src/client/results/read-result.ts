import { present } from '@sluice/base';
import { getOwn, isJsonObject, type CallContext, type JsonObject } from '@sluice/core';
import { storeBytes } from './store-bytes.ts';
import { IMAGE_TYPES, type ImageType, type McpToolOutput, type OutputItem } from './tool-output.ts';

/** Maximum image size in bytes that model APIs accept. */
const MAX_IMAGE_BYTES = 3_750_000;

/** Reads the result of `tools/call`; what is not text and no small image goes into files. */
export function readResult(result: JsonObject, captureFile: CallContext['captureFile']): McpToolOutput {
  const content = getOwn(result, 'content');
  // A server that returns a text or an object in place of a list means it as the result.
  const items: readonly unknown[] = Array.isArray(content) ? content : content === undefined ? [] : [content];
  const { structuredContent } = result;
  return {
    content: items.map((item) => readItem(item, captureFile)),
    ...present({ structuredContent }),
  };
}

/** What a hook replaces a result with: text, content blocks, a complete result, or structured content. */
export function readReplacement(value: unknown): McpToolOutput | undefined {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (Array.isArray(value)) return readResult({ content: value }, noFile);
  if (!isJsonObject(value)) return undefined;
  const isWhole = Array.isArray(getOwn(value, 'content')) || isJsonObject(getOwn(value, 'structuredContent'));
  return isWhole ? readResult(value, noFile) : { content: [], structuredContent: value };
}

function noFile(): never {
  throw new Error('a hook provided it');
}

/** What is of no type that can be read is shown as it came. */
function readItem(item: unknown, captureFile: CallContext['captureFile']): OutputItem {
  if (!isJsonObject(item)) return asIs(item);
  const text = (key: string): string | undefined => textIn(item, key);
  switch (getOwn(item, 'type')) {
    case 'text': {
      const words = text('text');
      return words === undefined ? asIs(item) : { type: 'text', text: words };
    }
    case 'image':
      return readImage(text('data'), text('mimeType'), captureFile);
    case 'audio':
      return storeBytes('audio', bytesOf(text('data')), text('mimeType'), undefined, captureFile);
    case 'resource_link':
      return {
        type: 'resource_link',
        uri: text('uri') ?? '',
        name: text('title') ?? text('name'),
        description: text('description'),
      };
    case 'resource': {
      const resource = getOwn(item, 'resource');
      return isJsonObject(resource) ? readResource(resource, captureFile) : asIs(item);
    }
    default:
      return asIs(item);
  }
}

function asIs(item: unknown): OutputItem {
  return { type: 'text', text: typeof item === 'string' ? item : (JSON.stringify(item) ?? '') };
}

/** An embedded resource, or one that was read. */
export function readResource(resource: JsonObject, captureFile: CallContext['captureFile']): OutputItem {
  const uri = textIn(resource, 'uri') ?? '';
  const text = textIn(resource, 'text');
  const mimeType = textIn(resource, 'mimeType');
  if (text !== undefined) return { type: 'resource', uri, text, ...present({ mimeType }) };
  const bytes = bytesOf(textIn(resource, 'blob'));
  return storeBytes('resource', bytes, mimeType, uri, captureFile);
}

function readImage(
  data: string | undefined,
  mimeType: string | undefined,
  captureFile: CallContext['captureFile'],
): OutputItem {
  const bytes = bytesOf(data);
  const type = imageType(bytes);
  // The actual bytes decide, whatever the server declares: an API rejects the whole request for a wrong type.
  return type !== undefined && bytes.length <= MAX_IMAGE_BYTES
    ? { type: 'image', data: bytes.toString('base64'), mimeType: type }
    : storeBytes('image', bytes, type ?? mimeType, undefined, captureFile);
}

/** By how it begins. Undefined: no image, or of another type. */
export function imageType(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString('latin1', 0, 12);
  const [jpeg, png, gif, webp] = IMAGE_TYPES;
  if (start.startsWith('\xff\xd8\xff')) return jpeg;
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return png;
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return gif;
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? webp : undefined;
}

function bytesOf(base64 = ''): Buffer {
  return Buffer.from(base64, 'base64');
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
}
