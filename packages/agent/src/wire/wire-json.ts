import type { JsonValue } from '@sluice/core';

/** What a body is made of; fields that are undefined are left out. */
export type WireValue = JsonValue | undefined | readonly WireValue[] | { readonly [key: string]: WireValue };

/** JSON that every parser takes: half surrogate pairs, which JSON.stringify writes as escapes, are replaced. */
export function wireJson(value: WireValue): string {
  const json = JSON.stringify(value);
  return LONE_SURROGATE.test(json) ? JSON.stringify(wellFormed(value)) : json;
}

/** Only a half pair is written as such an escape; `\\ud800` in a text has its backslash doubled and costs one copy. */
const LONE_SURROGATE = /\\ud[89a-f]/;

function wellFormed(value: WireValue): WireValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
  );
}

/** The fields of an object without its braces, without those that are undefined or in `omit`. */
export function wireFields(
  fields: { readonly [key: string]: WireValue },
  omit: ReadonlySet<string> | undefined,
): string {
  return Object.entries(fields)
    .filter(([key, value]) => value !== undefined && omit?.has(key) !== true)
    .map(([key, value]) => `${JSON.stringify(key)}:${wireJson(value)}`)
    .join(',');
}

/** The end of a list that is followed by these fields, and the end of the body. */
export function wireTail(
  fields: { readonly [key: string]: WireValue },
  omit: ReadonlySet<string> | undefined,
): string {
  const more = wireFields(fields, omit);
  return more === '' ? ']}' : `],${more}}`;
}
