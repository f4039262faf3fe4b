import { getOwn, type JsonObject, type JsonValue } from '@sluice/core';
import type { OpaqueChange } from '../message-assembler.ts';
import { ownText } from '../own-value.ts';

/**
 * Applies a delta to a block that is kept as is (thinking, a server tool, an unknown type): strings and lists
 * under the delta's keys are appended, everything else is set.
 */
export function anthropicOpaqueDelta(block: JsonObject, delta: JsonObject): OpaqueChange {
  const type = ownText(delta, 'type');
  const inputText = ownText(delta, 'partial_json');
  if (type === 'input_json_delta' && inputText !== undefined) {
    return { delta: { type: 'opaque', delta }, inputText, size: inputText.length };
  }
  const thinking = ownText(delta, 'thinking');
  if (type === 'thinking_delta' && thinking !== undefined) {
    const grown = (ownText(block, 'thinking') ?? '') + thinking;
    return {
      delta: { type: 'thinking', text: thinking },
      block: { ...block, thinking: grown },
      size: thinking.length,
    };
  }
  const pieces = Object.entries(delta).filter(([key]) => key !== 'type');
  const size = JSON.stringify(pieces).length;
  const changed = pieces.map(([key, piece]) => [key, joined(getOwn(block, key), piece, key)] as const);
  return { delta: { type: 'opaque', delta }, block: withEntries(block, changed), size };
}

function joined(before: unknown, piece: JsonValue | undefined, key: string): JsonValue | undefined {
  // A signature arrives whole, and a later one replaces it.
  if (key === 'signature') return piece;
  if (typeof before === 'string' && typeof piece === 'string') return before + piece;
  if (Array.isArray(before) && Array.isArray(piece)) return [...before, ...piece];
  return piece;
}

/** Sets own properties, even for a key such as `__proto__`. */
function withEntries(
  block: JsonObject,
  entries: readonly (readonly [string, JsonValue | undefined])[],
): JsonObject {
  return Object.fromEntries([...Object.entries(block), ...entries]);
}
