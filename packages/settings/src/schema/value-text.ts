import { isJsonObject } from '@sluice/core';

const LONGEST = 200;
const DEEPEST = 8;

/** A value in one line for the user: JSON, cut where it is long or deep. Files may hold values too deep for any stack to serialize. */
export function valueText(value: unknown, longest: number = LONGEST): string {
  const text = written(value, DEEPEST, longest);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function written(value: unknown, depth: number, room: number): string {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) {
    return JSON.stringify(typeof value === 'string' ? value.slice(0, room + 1) : value);
  }
  const [open, close] = isList ? '[]' : '{}';
  if (depth === 0) return `${open}…${close}`;
  const parts: string[] = [];
  let left = room;
  for (const [key, each] of Object.entries(value)) {
    if (left < 0) break;
    const name = isList ? '' : `${JSON.stringify(key.slice(0, room + 1))}: `;
    const part = name + written(each, depth - 1, left);
    left -= part.length + 2;
    parts.push(part);
  }
  return open + parts.join(', ') + close;
}
