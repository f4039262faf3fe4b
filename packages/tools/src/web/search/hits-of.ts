import { getOwn } from '@sluice/core';
import type { SearchHit } from './search-backend.ts';

/** The hits in a service's list; what has no URL is left out. */
export function hitsOf(list: unknown, names: { readonly snippet: string }): readonly SearchHit[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const text = (name: string): string | undefined => {
      const value = getOwn(item, name);
      return typeof value === 'string' ? value : undefined;
    };
    const url = text('url');
    return url === undefined ? [] : [{ title: text('title') ?? url, url, snippet: text(names.snippet) }];
  });
}
