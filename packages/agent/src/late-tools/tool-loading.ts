/**
 * How tools that are not listed from the start reach the model: `reference` in the form of the model's API, where it has
 * one; `bridge` through a tool that calls them; `append` by making the list longer; `off` lists all from the start.
 * `auto` takes the model API's form where it is known to have one, else the bridge.
 */
export const TOOL_LOADINGS = ['auto', 'reference', 'bridge', 'append', 'off'] as const;
export type ToolLoading = (typeof TOOL_LOADINGS)[number];

/** When tools are deferred at all, as `ENABLE_TOOL_SEARCH` says: always, never, or from a share of the window on. */
export type SearchThreshold = 'always' | 'never' | { readonly percentOfWindow: number };

/** Reads `true`, `false`, `auto` and `auto:N`. Undefined: the variable is not set, or says nothing that is known. */
export function searchThreshold(value: string | undefined): SearchThreshold | undefined {
  const text = value?.trim().toLowerCase() ?? '';
  if (text === 'true' || text === '1') return 'always';
  if (text === 'false' || text === '0') return 'never';
  const percent = /^auto(?::(\d{1,3}))?$/.exec(text);
  if (percent === null) return undefined;
  return { percentOfWindow: Math.min(100, Number(percent[1] ?? DEFAULT_PERCENT)) };
}

export const DEFAULT_PERCENT = 10;
