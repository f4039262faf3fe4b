import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { constantOf, type AnyTool } from '@sluice/core';

/**
 * What a tool declares for every input alike. A declaration that depends on the input is left out: the protocol's default
 * for it is the careful one.
 */
export function toolAnnotations(tool: AnyTool): ToolAnnotations {
  const readOnlyHint = always(tool.isReadOnly);
  if (readOnlyHint === true) return { readOnlyHint, destructiveHint: false, idempotentHint: true };
  const destructiveHint = always(tool.isDestructive);
  const idempotentHint = always(tool.isIdempotent);
  return { readOnlyHint, destructiveHint, idempotentHint };
}

function always(predicate: AnyTool['isReadOnly']): boolean | undefined {
  const value = constantOf(predicate);
  return typeof value === 'boolean' ? value : undefined;
}
