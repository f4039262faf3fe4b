import type { JsonObject } from '@sluice/core';
import type { McpScope } from '../server-status.ts';
import { parseEntry } from './parse-entry.ts';

/** Fits wherever a variable may stand: a command, an argument, an address. */
const ANY_VALUE = 'http://any.value';

/**
 * What is wrong with an entry wherever it is used, whatever variables are set: whole sentences. Undefined: nothing is.
 */
export function entryProblem(raw: JsonObject, scope: McpScope): string | undefined {
  const names = JSON.stringify(raw).matchAll(/\{(?:env:)?([A-Za-z_]\w*)/g);
  const env = Object.fromEntries([...names].map(([, name = '']) => [name, ANY_VALUE]));
  const parsed = parseEntry(raw, scope, { env, projectRoot: '/' });
  return parsed.ok ? undefined : parsed.reason;
}

/** What is ignored in an entry, whatever variables are set: whole sentences. */
export function entryNotices(raw: JsonObject, scope: McpScope): readonly string[] {
  return parseEntry(raw, scope, { env: {}, projectRoot: '/' }).notices;
}
