import type { DocumentBlock, ImageBlock } from '@sluice/core';

export function dataUrl({ source }: ImageBlock | DocumentBlock): string {
  return `data:${source.media_type};base64,${source.data}`;
}

/** The APIs that take files want a name. */
export function fileName({ title }: DocumentBlock): string {
  const name = title?.trim() ?? '';
  return name === '' ? 'document.pdf' : name;
}
