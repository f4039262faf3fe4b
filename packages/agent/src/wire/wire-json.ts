import type { JsonValue } from '@sluice/core';

/** The content of a body; undefined fields are omitted. */
export type WireValue = JsonValue | undefined | readonly WireValue[] | { readonly [key: string]: WireValue };

/** JSON that every parser accepts: lone surrogates, which JSON.stringify escapes, are replaced. */
export function wireJson(value: WireValue): string {
  const json = JSON.stringify(value);
  return LONE_SURROGATE.test(json) ? JSON.stringify(wellFormed(value)) : json;
}

/**
 * Only a lone surrogate is escaped like this; `\\ud800` in a text has its backslash doubled and costs one
 * copy.
 */
const LONE_SURROGATE = /\\ud[89a-f]/;

function wellFormed(value: WireValue): WireValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
  );
}

/** The fields of an object without its braces, and without fields that are undefined or in `omit`. */
export function wireFields(
  fields: { readonly [key: string]: WireValue },
  omit: ReadonlySet<string> | undefined,
): string {
  return Object.entries(fields)
    .filter(([key, value]) => value !== undefined && omit?.has(key) !== true)
    .map(([key, value]) => `${JSON.stringify(key)}:${wireJson(value)}`)
    .join(',');
}

/** The end of a list with the fields that follow it, and the end of the body. */
export function wireTail(
  fields: { readonly [key: string]: WireValue },
  omit: ReadonlySet<string> | undefined,
): string {
  const more = wireFields(fields, omit);
  return more === '' ? ']}' : `],${more}}`;
}
