import type { AssistantBlock, ImageBlock, TextBlock, ToolResultBlock, UserBlock } from '@sluice/core';

/** A message's blocks as far as every API takes them: no blank text, no half of a surrogate pair. */
export interface CleanUser {
  readonly results: readonly ToolResultBlock[];
  /** What the person, a hook or a tool added: stands after the results. */
  readonly others: readonly (TextBlock | ImageBlock)[];
}

/** Stands for a message of which nothing can be sent, since APIs refuse empty ones and some two of one role in a row. */
export const NOTHING = '(nothing)';

export function cleanUser(blocks: readonly UserBlock[]): CleanUser {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const others = blocks.filter((block) => block.type !== 'tool_result').filter(isSaying);
  return {
    results,
    others: results.length + others.length === 0 ? [{ type: 'text', text: NOTHING }] : others,
  };
}

/** The blocks that this API takes: of opaque ones, its own. */
export function cleanAssistant(blocks: readonly AssistantBlock[], api: string): readonly AssistantBlock[] {
  const kept = blocks.filter((block) => {
    if (block.type === 'text') return block.text.trim() !== '';
    return block.type !== 'opaque' || block.api === api;
  });
  const says = kept.some((block) => block.type !== 'opaque' || block.kind !== 'thinking');
  return says ? kept : [...kept, { type: 'text', text: NOTHING }];
}

export function textsOf(content: ToolResultBlock['content']): readonly string[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [content];
  return content
    .filter((block) => block.type === 'text')
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '');
}

export function imagesOf(content: ToolResultBlock['content']): readonly ImageBlock[] {
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
}

/** A result as one text, for APIs whose results have no field for an error. */
export function resultText({ content, is_error: isError }: ToolResultBlock): string {
  const text = textsOf(content).join('\n');
  const said = text === '' ? (imagesOf(content).length > 0 ? 'See the image.' : '(no output)') : text;
  return isError ? `The call failed:\n${said}` : said;
}

function isSaying(block: TextBlock | ImageBlock): boolean {
  return block.type === 'image' || block.text.trim() !== '';
}
