import { createHash } from 'node:crypto';
import type { ModelTool } from '@sluice/core';

const HASH_CHARS = 16;

/** A hash that distinguishes two definitions of the same tool. */
export function definitionHash({
  description,
  inputSchema,
}: Pick<ModelTool, 'description' | 'inputSchema'>): string {
  const text = JSON.stringify([description, inputSchema]);
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);
}
