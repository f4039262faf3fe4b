import { isJsonObject, parseRule } from '@sluice/core';
import type { Shape } from './shape.ts';

/** Linux accepts no variable over 128 KiB: with one set, no command could start. */
const LONGEST_VARIABLE = 100_000;

const KEY = /^(?:(?:ctrl|alt|ctrl\+alt)\+[a-z0-9]|f(?:[1-9]|1[0-2])|shift\+tab|off)$/;
/** Keys that stop and leave, and those that a terminal can't tell from Backspace, Tab and Enter. */
const FIXED_KEYS: ReadonlySet<string> = new Set(['ctrl+c', 'ctrl+d', 'ctrl+h', 'ctrl+i', 'ctrl+j', 'ctrl+m']);

/** Whether a value fits a shape. Ignores the entries of lists and maps, which are checked one by one. */
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
    case 'key':
      return typeof value === 'string' && KEY.test(value) && !FIXED_KEYS.has(value);
    case 'variable':
      return isVariable(value);
    case 'server-match':
      return isServerMatch(value);
    case 'number':
      return (
        Number.isSafeInteger(value) &&
        Number(value) >= shape.least &&
        Number(value) <= (shape.max ?? Infinity)
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

const SERVER_FIELDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['serverName', (value) => typeof value === 'string' && value !== ''],
  [
    'serverCommand',
    (value) => Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'),
  ],
  // Without a scheme, it would match no address.
  ['serverUrl', (value) => typeof value === 'string' && (value === '*' || /^[^/]+:\/\/./.test(value))],
]);

function isServerMatch(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const fields = Object.entries(value);
  return fields.length > 0 && fields.every(([name, each]) => SERVER_FIELDS.get(name)?.(each) === true);
}
