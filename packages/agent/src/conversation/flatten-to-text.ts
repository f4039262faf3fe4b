import { textOf, type UserBlock } from '@sluice/core';
import type { Answer } from './message-list.ts';

/** How much of an input is shown. */
const INPUT_CHARS = 300;

/**
 * Describes a message that its model would not accept back: what it said, the calls it made, and their
 * results.
 */
export function flattenToText({ content, results, texts }: Answer): readonly UserBlock[] {
  const byId = new Map(results.map((result) => [result.tool_use_id, result]));
  const lines = [
    '(One of your messages was cut off when the program exited; this is the part that was saved.)',
  ];
  const images: UserBlock[] = [];
  for (const block of content) {
    if (block.type === 'text') lines.push(`You said: ${block.text}`);
    if (block.type !== 'tool_use') continue;
    const input = JSON.stringify(block.input).slice(0, INPUT_CHARS).toWellFormed();
    const result = byId.get(block.id)?.content ?? '';
    lines.push(`You called ${block.name} with ${input}. The result: ${textOf(result)}`);
    if (typeof result !== 'string') images.push(...result.filter(({ type }) => type === 'image'));
  }
  return [{ type: 'text', text: [...lines, ...texts.map(({ text }) => text)].join('\n\n') }, ...images];
}
