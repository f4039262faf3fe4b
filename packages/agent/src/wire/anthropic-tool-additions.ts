import type { ModelMessage, ToolReferenceBlock } from '@sluice/core';
import { wireJson } from './wire-json.ts';

/** The Messages API takes definitions of tools in messages only with this beta. */
export const INLINE_TOOLS_BETA = 'inline-tools-2026-09-15';

/** Can't be part of a string, in which quotes are escaped, nor of another block that a user's message has. */
const START = Buffer.from(',{"role":"system","content":[{"type":"tool_addition"');

const NONE: readonly never[] = [];
const known = new WeakMap<ModelMessage, readonly ToolReferenceBlock[]>();

/** Tools that join the conversation with this message, rather than being in the request's list. */
export function additionsOf(message: ModelMessage): readonly ToolReferenceBlock[] {
  let found = known.get(message);
  if (found === undefined) known.set(message, (found = readAdditions(message)));
  return found;
}

function readAdditions({ role, content }: ModelMessage): readonly ToolReferenceBlock[] {
  if (role === 'assistant') return NONE;
  const found = content.flatMap((block) => {
    // A block of its own is always an addition: what the list has, the model hears of from a search.
    if (block.type === 'tool_reference') return [block];
    if (block.type !== 'tool_result' || typeof block.content === 'string') return [];
    return block.content.filter((inner) => inner.type === 'tool_reference' && inner.is_added === true);
  });
  const last = new Map(
    found.flatMap((block) => (block.type === 'tool_reference' ? [[block.tool_name, block]] : [])),
  );
  return last.size === 0 ? NONE : [...last.values()];
}

/** The message of the role `system` that adds tools after a user's message, with the comma before it; empty without tools. */
export function toolAdditions(
  blocks: readonly ToolReferenceBlock[],
  toWire: (name: string) => string,
): string {
  if (blocks.length === 0) return '';
  const content = blocks.map(({ tool_name: name, description, input_schema: schema }) => ({
    type: 'tool_addition',
    tool: { type: 'tool_definition', name: toWire(name), description, input_schema: schema },
  }));
  return `,${wireJson({ role: 'system', content })}`;
}

/** How many of the bytes are the user's message, before tools that are added after it. */
export function userPartOf(bytes: Uint8Array): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(START);
  return at === -1 ? bytes.length : at;
}
