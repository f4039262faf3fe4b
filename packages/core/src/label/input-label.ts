import { sanitize } from '../display/sanitize.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { JsonObject } from '../data/json.ts';

const LONGEST = 500;

/**
 * What a call with this input does, in one sanitized line: the tool's own words, or its name.
 * @param cwd paths below it are relative. Default: paths are as given
 */
export function inputLabel(pool: ToolPool, toolName: string, input: JsonObject, cwd?: string): string {
  const name = sanitize(toolName.slice(0, 80).toWellFormed()) || '(no name)';
  const summary = toolSummary(pool, toolName, input, cwd);
  if (summary === undefined) return name;
  const text = sanitize(summary.slice(0, LONGEST).toWellFormed());
  return text === name || text.startsWith(`${name} `) ? text : `${name} ${text}`;
}

/** Undefined: the tool is unknown, or has no words for it. */
export function toolSummary(
  pool: ToolPool,
  toolName: string,
  input: JsonObject,
  cwd?: string,
): string | undefined {
  try {
    const summary: unknown = pool.find(toolName)?.summarize(input, cwd === undefined ? undefined : { cwd });
    return typeof summary === 'string' ? summary : undefined;
  } catch {
    return undefined;
  }
}
