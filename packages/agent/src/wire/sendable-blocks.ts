import { toolReferenceText } from '@sluice/core';
import type {
  AssistantBlock,
  DocumentBlock,
  ImageBlock,
  LinkedFileBlock,
  TextBlock,
  ToolReferenceBlock,
  ToolResultBlock,
  UserBlock,
} from '@sluice/core';

/** What a user message has besides results and tools. */
export type SaidBlock = TextBlock | ImageBlock | DocumentBlock | LinkedFileBlock;

/** A message's blocks in a form that every API accepts: no blank text, no lone surrogates. */
export interface CleanUser {
  readonly results: readonly ToolResultBlock[];
  /** What the user, a hook, or a tool added; it follows the results. */
  readonly others: readonly SaidBlock[];
  /**
   * Tools added alongside the model's searches, for an API that has a form for that; for others, `others`
   * describes them.
   */
  readonly added: readonly ToolReferenceBlock[];
}

/**
 * Replaces a message with nothing to send, since APIs reject empty messages and some reject consecutive
 * messages of one role.
 */
export const NOTHING = '(nothing)';

export function cleanUser(blocks: readonly UserBlock[], keepsAdded = false): CleanUser {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const added = keepsAdded ? blocks.filter((block) => block.type === 'tool_reference') : [];
  const others = blocks
    .filter((block) => block.type !== 'tool_result')
    .flatMap((block): readonly SaidBlock[] => {
      if (block.type !== 'tool_reference') return [block];
      return keepsAdded ? [] : [referenceAsText(block)];
    })
    .filter(isSaying);
  return {
    results,
    others: results.length + others.length + added.length === 0 ? [{ type: 'text', text: NOTHING }] : others,
    added,
  };
}

/** For an API that loads no such file by itself. */
export function linkAsText({ kind, url, title }: LinkedFileBlock): string {
  return title === undefined ? `[${kind}: ${url}]` : `[${kind} ${JSON.stringify(title)}: ${url}]`;
}

export function referenceAsText(block: ToolReferenceBlock): TextBlock {
  return { type: 'text', text: toolReferenceText(block) };
}

export function referencesOf(content: ToolResultBlock['content']): readonly ToolReferenceBlock[] {
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_reference');
}

/** The blocks that this API accepts; of opaque ones, only its own. */
export function cleanAssistant(blocks: readonly AssistantBlock[], api: string): readonly AssistantBlock[] {
  const kept = blocks.filter((block) => {
    if (block.type === 'text') return block.text.trim() !== '';
    return block.type !== 'opaque' || block.api === api;
  });
  const says = kept.some((block) => block.type !== 'opaque' || block.kind !== 'thinking');
  return says ? kept : [...kept, { type: 'text', text: NOTHING }];
}

/** Includes tool definitions, for APIs without references. */
export function textsOf(content: ToolResultBlock['content']): readonly string[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [content];
  return content.flatMap((block) => {
    if (block.type === 'tool_reference') return [toolReferenceText(block)];
    return block.type === 'text' && block.text.trim() !== '' ? [block.text] : [];
  });
}

export function imagesOf(content: ToolResultBlock['content']): readonly ImageBlock[] {
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
}

export const NO_OUTPUT = '(no output)';

/** A result as one text, for APIs whose results have no error field. */
export function resultText({ content, is_error: isError }: ToolResultBlock): string {
  const text = textsOf(content).join('\n');
  const said = text === '' ? (imagesOf(content).length > 0 ? 'See the image.' : NO_OUTPUT) : text;
  return isError ? `The call failed:\n${said}` : said;
}

export function isSaying(block: SaidBlock): boolean {
  return block.type !== 'text' || block.text.trim() !== '';
}
