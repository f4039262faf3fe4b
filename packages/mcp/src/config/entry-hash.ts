import { createHash } from 'node:crypto';
import type { JsonValue } from '@sluice/core';

/** What an approval is about: the entry as it was written, without its variables' values, in one repository. */
export function entryHash(repository: string, name: string, raw: JsonValue): string {
  return createHash('sha256')
    .update(canonical([repository, name, raw]))
    .digest('hex');
}

/** JSON with the keys of objects in order, so that a file that was only formatted anew says the same. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${pairs.join(',')}}`;
}
