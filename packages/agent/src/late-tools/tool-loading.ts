import { DEFAULT_PERCENT } from './loading-limits.ts';

/**
 * How tools that are not listed from the start reach the model: `reference` uses the API's own form, if it
 * has one; `bridge` uses a tool that calls them; `append` extends the list; `off` lists everything from the
 * start.
 * `auto` uses the API's form if the API is known to have one, and the bridge otherwise.
 */
export const TOOL_LOADINGS = ['auto', 'reference', 'bridge', 'append', 'off'] as const;
export type ToolLoading = (typeof TOOL_LOADINGS)[number];

/**
 * When to defer tools, as `ENABLE_TOOL_SEARCH` sets it: always, never, or above a share of the context
 * window.
 */
export type SearchThreshold = 'always' | 'never' | { readonly percentOfWindow: number };

/**
 * Parses `true`, `false`, `auto`, and `auto:N`. Undefined: the variable is not set or has an unknown value.
 */
export function searchThreshold(value: string | undefined): SearchThreshold | undefined {
  const text = value?.trim().toLowerCase() ?? '';
  if (text === 'true' || text === '1') return 'always';
  if (text === 'false' || text === '0') return 'never';
  const percent = /^auto(?::(\d{1,3}))?$/.exec(text);
  if (percent === null) return undefined;
  return { percentOfWindow: Math.min(100, Number(percent[1] ?? DEFAULT_PERCENT)) };
}
