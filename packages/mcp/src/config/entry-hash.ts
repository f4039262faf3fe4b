import { createHash } from 'node:crypto';
import type { JsonValue } from '@sluice/core';

/** Identifies what an approval covers: the entry as written, without its variables' values, in one repository. */
export function entryHash(repository: string, name: string, raw: JsonValue): string {
  return createHash('sha256')
    .update(canonical([repository, name, raw]))
    .digest('hex');
}

/** JSON with sorted keys, so that reformatting a file changes nothing. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${pairs.join(',')}}`;
}
