import type { ToolPool } from '../pool/pool.ts';
import type { RunEvent } from '../engine/events.ts';
import type { JsonObject } from '../data/json.ts';
import { displayName, labelText, toolSummary } from './input-label.ts';

type Result = Extract<RunEvent, { readonly type: 'tool-result' }>;

/**
 * What a call does, in one sanitized line: the tool's own description, if the input has the fields for it. `fed` is the raw input, for a
 * call whose input was invalid. Paths below `cwd` are relative to it.
 */
export function callLabel(
  pool: ToolPool,
  { toolName, outcome, record }: Result,
  fed: JsonObject | undefined,
  cwd?: string,
): string {
  const isMisfit = outcome.code === 'invalid-input' && outcome.stage !== 'validate';
  const summary = isMisfit
    ? misfitSummary(pool, toolName, fed, outcome.issues)
    : toolSummary(pool, toolName, record.input, cwd);
  return labelText(displayName(pool, toolName, isMisfit ? {} : record.input), summary);
}

type Issues = Extract<Result['outcome'], { readonly code: 'invalid-input' }>['issues'];

/** Without the invalid fields; if the description needs one of them, it shows as `undefined`. */
function misfitSummary(
  pool: ToolPool,
  toolName: string,
  fed: JsonObject | undefined,
  issues: Issues,
): string | undefined {
  if (fed === undefined) return undefined;
  const misfits = new Set(issues.map(({ path }) => path[0]));
  const fitting = Object.fromEntries(Object.entries(fed).filter(([key]) => !misfits.has(key)));
  const summary = toolSummary(pool, toolName, fitting);
  return summary?.includes('undefined') === true ? undefined : summary;
}
