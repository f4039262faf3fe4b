import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { constantOf, getOwn, type AnyTool, type JsonObject } from '@sluice/core';

/**
 * What a tool declares for every input alike. A declaration that depends on the input is left out: the protocol's default
 * for it is the careful one.
 */
export function toolAnnotations(tool: AnyTool): ToolAnnotations {
  // A server's own, for the client to trust or not.
  if (getOwn(tool.annotations, 'mcpServer') !== undefined) {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
    return hints({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint });
  }
  const readOnlyHint = always(tool.isReadOnly);
  if (readOnlyHint === true) return { readOnlyHint, destructiveHint: false, idempotentHint: true };
  const destructiveHint = always(tool.isDestructive);
  const idempotentHint = always(tool.isIdempotent);
  return { readOnlyHint, destructiveHint, idempotentHint };
}

function hints(given: JsonObject): ToolAnnotations {
  return Object.fromEntries(Object.entries(given).filter(([, hint]) => typeof hint === 'boolean'));
}

function always(predicate: AnyTool['isReadOnly']): boolean | undefined {
  const value = constantOf(predicate);
  return typeof value === 'boolean' ? value : undefined;
}
