import type { ContentBlock, ModelContent } from '../data/content.ts';
import { toolReferenceText } from './tool-reference-text.ts';

/** Content that is in memory as a whole. */
export type HeldContent = string | readonly ContentBlock[];

/** UTF-16 units of the text that a model would read; images have their own limits. */
export function textLength(content: HeldContent): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

/** Base64 characters of its images. */
export function imageLength(content: HeldContent): number {
  if (typeof content === 'string') return 0;
  return content.reduce((sum, block) => sum + (block.type === 'image' ? block.source.data.length : 0), 0);
}

/** Whether both would be the same to a model, block by block. */
export function isSameContent(one: HeldContent, other: HeldContent): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return (
    one.length === other.length &&
    one.every((block, index) => {
      const against = other[index];
      if (block.type === 'text') return against?.type === 'text' && block.text === against.text;
      if (block.type === 'tool_reference') return JSON.stringify(block) === JSON.stringify(against);
      return (
        against?.type === 'image' &&
        block.source.media_type === against.source.media_type &&
        block.source.data === against.source.data
      );
    })
  );
}

export function textOf(content: HeldContent): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      return block.type === 'tool_reference' ? [toolReferenceText(block)] : [];
    })
    .join('\n');
}

export function isBlank(content: HeldContent): boolean {
  if (typeof content === 'string') return content.trim() === '';
  return content.every((block) => block.type === 'text' && block.text.trim() === '');
}

/** The same content followed by a line. */
export function append(content: HeldContent, note: string): HeldContent {
  if (typeof content === 'string') return content === '' ? note : `${content}\n${note}`;
  return [...content, { type: 'text', text: note }];
}

/** The same content followed by images. */
export function withImages(content: HeldContent, images: readonly ContentBlock[]): HeldContent {
  if (images.length === 0) return content;
  return typeof content === 'string' ? [{ type: 'text', text: content }, ...images] : [...content, ...images];
}

/** Replaces the text of content and keeps its images. */
export function withText(content: HeldContent, text: string): HeldContent {
  if (typeof content === 'string') return text;
  return [{ type: 'text', text }, ...content.filter((block) => block.type !== 'text')];
}

/** Output without its own view: text as is, nothing as nothing, everything else as JSON. */
export function defaultContent(data: unknown): ModelContent {
  if (typeof data === 'string') return data;
  if (data === undefined || data === null) return '';
  const text: string | undefined = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return text ?? '';
}

/** Replaces lone surrogates, which a model API rejects. */
export function wellFormed(content: HeldContent): HeldContent {
  if (typeof content === 'string') return content.isWellFormed() ? content : content.toWellFormed();
  return content.map((block) =>
    block.type === 'text' && !block.text.isWellFormed()
      ? { ...block, text: block.text.toWellFormed() }
      : block,
  );
}
