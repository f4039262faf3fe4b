import { getOwn, isJsonObject, type JsonValue } from '@sluice/core';
import type { OutputItem } from './tool-output.ts';

/**
 * Whether structured content says what the content says already. Servers wrap a result in an object of one member, such as
 * `{"content": …}` or `{"result": …}`, if their libraries require an object: what is in it counts, then.
 */
export function repeatsContent(structured: JsonValue, content: readonly OutputItem[]): boolean {
  if (content.some((item) => isSameText(structured, item))) return true;
  const members = isJsonObject(structured) ? Object.values(structured) : [];
  const [wrapped] = members;
  if (members.length !== 1 || wrapped === undefined) return false;
  if (content.some((item) => isSameText(wrapped, item))) return true;
  return (
    Array.isArray(wrapped) &&
    wrapped.length > 0 &&
    wrapped.length === content.length &&
    content.every((item, at) => isSameItem(wrapped[at], item))
  );
}

/** A value, or a content block of the protocol. Bytes aren't compared: those of an item may have been made smaller. */
function isSameItem(value: unknown, item: OutputItem): boolean {
  if (isSameText(value, item)) return true;
  if (!isJsonObject(value)) return false;
  const type = getOwn(value, 'type');
  if (item.type === 'text') return type === 'text' && getOwn(value, 'text') === item.text;
  if (item.type === 'image') return type === 'image';
  return item.type === 'file' && type === item.kind;
}

function isSameText(value: unknown, item: OutputItem): boolean {
  if (item.type !== 'text') return false;
  if (item.text === value) return true;
  if (typeof value === 'string' || (typeof value === 'object' && !/^\s*(?:[[{]|null\s*$)/.test(item.text)))
    return false;
  try {
    return isSameJson(JSON.parse(item.text), value);
  } catch {
    return false;
  }
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSameJson(value, right.get(key)))
  );
}
