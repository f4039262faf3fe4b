import { isJsonObject, parseRule } from '@sluice/core';
import type { Shape } from './shape.ts';

/** Linux takes no variable of more than 128 KiB: with one, no command at all would start. */
const LONGEST_VARIABLE = 100_000;

/** Whether a value is of a shape. The entries of lists and maps are not looked at: each is judged by itself. */
export function fitsShape(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'anything':
      return true;
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'object':
    case 'map':
      return isJsonObject(value);
    case 'list':
      return Array.isArray(value);
    case 'rule':
      return typeof value === 'string' && parseRule(value).ok;
    case 'variable':
      return isVariable(value);
    case 'number':
      return (
        Number.isSafeInteger(value) &&
        Number(value) >= shape.least &&
        Number(value) <= (shape.most ?? Infinity)
      );
    case 'one-of':
      return typeof value === 'string' && shape.words.includes(value);
    default:
      return shape satisfies never;
  }
}

function isVariable(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  return typeof value === 'string' && !value.includes('\0') && Buffer.byteLength(value) <= LONGEST_VARIABLE;
}
