import type { ImageBlock } from '@sluice/core';

export function dataUrl({ source }: ImageBlock): string {
  return `data:${source.media_type};base64,${source.data}`;
}
