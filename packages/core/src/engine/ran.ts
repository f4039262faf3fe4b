import type { ToolResult } from '../tool/result.ts';

/** How a tool's work ended. */
export type Ran =
  | { readonly kind: 'result'; readonly result: ToolResult<unknown> }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };
