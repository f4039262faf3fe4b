import { createLineIndex } from './line-index.ts';
import { scanJson } from './scan-json.ts';

/** Where a text stops being JSON, as `line:column` from 1, and why: a clause. Undefined: it is JSON. */
export function jsonFault(text: string): { readonly place: string; readonly reason: string } | undefined {
  const { failure } = scanJson(text);
  if (failure === undefined) return undefined;
  const { line, column } = createLineIndex(text)(failure.offset);
  return { place: `${line}:${column}`, reason: failure.message };
}
