import { sanitize } from '../display/sanitize.ts';
import type { ToolPool } from '../pool/pool.ts';
import type { JsonObject } from '../data/json.ts';

const MAX_NAME = 80;
const MAX_SUMMARY = 500;

/**
 * What a call with this input does, in one sanitized line: the tool's own name for people and its own words, or its name.
 * @param cwd paths below it are relative. Default: paths are as given
 */
export function inputLabel(pool: ToolPool, toolName: string, input: JsonObject, cwd?: string): string {
  return labelText(displayName(pool, toolName, input), toolSummary(pool, toolName, input, cwd));
}

/** A summary that says the name itself stands alone. */
export function labelText(name: string, summary: string | undefined): string {
  if (summary === undefined) return name;
  const text = sanitize(summary.slice(0, MAX_SUMMARY).toWellFormed());
  return text === name || text.startsWith(`${name} `) ? text : `${name} ${text}`.trimEnd();
}

/** The tool's name for people, sanitized. Its own name if it is unknown, or has none for this input. */
export function displayName(pool: ToolPool, toolName: string, input: JsonObject): string {
  return bounded(ownDisplayName(pool, toolName, input) ?? '') || bounded(toolName) || '(no name)';
}

const bounded = (name: string): string => sanitize(name.slice(0, MAX_NAME).toWellFormed());

function ownDisplayName(pool: ToolPool, toolName: string, input: JsonObject): string | undefined {
  try {
    const name: unknown = pool.find(toolName)?.displayName(input);
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
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
