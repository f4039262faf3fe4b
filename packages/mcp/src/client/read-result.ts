import { writeFileSync } from 'node:fs';
import { getOwn, isJsonObject, type CaptureFile, type JsonObject } from '@sluice/core';
import { IMAGE_TYPES, type ImageType, type McpToolOutput, type OutputItem } from './tool-output.ts';

/** Maximum image size in bytes that model APIs accept. */
const MAX_IMAGE_BYTES = 3_750_000;

/** Reads the result of `tools/call`; what is no text and no small image goes into files. */
export function readResult(result: JsonObject, captureFile: () => CaptureFile): McpToolOutput {
  const content = getOwn(result, 'content');
  const items: readonly unknown[] = Array.isArray(content) ? content : [];
  const structured = getOwn(result, 'structuredContent');
  return {
    content: items.flatMap((item) => readItem(item, captureFile)),
    ...(isJsonObject(structured) && { structuredContent: structured }),
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
  throw new Error('a hook gave it');
}

function readItem(item: unknown, captureFile: () => CaptureFile): readonly OutputItem[] {
  if (!isJsonObject(item)) return [];
  const text = (key: string): string | undefined => textIn(item, key);
  switch (getOwn(item, 'type')) {
    case 'text':
      return [{ type: 'text', text: text('text') ?? '' }];
    case 'image':
      return [readImage(text('data') ?? '', text('mimeType'), captureFile)];
    case 'audio':
      return [store('audio', text('data') ?? '', text('mimeType'), undefined, captureFile)];
    case 'resource_link':
      return [
        {
          type: 'resource_link',
          uri: text('uri') ?? '',
          name: text('title') ?? text('name'),
          description: text('description'),
        },
      ];
    case 'resource': {
      const resource = getOwn(item, 'resource');
      return isJsonObject(resource) ? [readResource(resource, captureFile)] : [];
    }
    default:
      return [{ type: 'text', text: JSON.stringify(item) }];
  }
}

/** An embedded resource, or one that was read. */
export function readResource(resource: JsonObject, captureFile: () => CaptureFile): OutputItem {
  const uri = textIn(resource, 'uri') ?? '';
  const text = textIn(resource, 'text');
  if (text !== undefined) return { type: 'resource', uri, text };
  return store('resource', textIn(resource, 'blob') ?? '', textIn(resource, 'mimeType'), uri, captureFile);
}

function readImage(data: string, mimeType: string | undefined, captureFile: () => CaptureFile): OutputItem {
  const bytes = Buffer.from(data, 'base64');
  const type = imageType(bytes);
  // The actual bytes decide, whatever the server declares: an API rejects the whole request for a wrong type.
  return type !== undefined && bytes.length <= MAX_IMAGE_BYTES
    ? { type: 'image', data: bytes.toString('base64'), mimeType: type }
    : store('image', data, mimeType, undefined, captureFile);
}

function imageType(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString('latin1', 0, 12);
  const [jpeg, png, gif, webp] = IMAGE_TYPES;
  if (start.startsWith('\xff\xd8\xff')) return jpeg;
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return png;
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return gif;
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? webp : undefined;
}

function store(
  kind: string,
  data: string,
  mimeType: string | undefined,
  uri: string | undefined,
  captureFile: () => CaptureFile,
): OutputItem {
  const bytes = Buffer.from(data, 'base64');
  const item = { type: 'file', kind, mimeType, uri, bytes: bytes.length } as const;
  try {
    const { path } = captureFile();
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
    return { ...item, path, problem: undefined };
  } catch (error) {
    return { ...item, path: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
}
