import { sanitize, toolDefinitions, type AnyTool, type ModelApi } from '@sluice/core';
import { toolFacts } from './tool-facts.ts';
import { toolTable } from './tool-table.ts';
import { jsonText } from '../json-text.ts';

/**
 * The definitions as JSON for a model API; without an API, a table for people.
 * @param missing tools that can't be used with these settings, and why: said in the table and below it
 */
export async function listTools(
  tools: readonly AnyTool[],
  api: ModelApi | undefined,
  missing: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  if (api !== undefined) return jsonText(await toolDefinitions({ tools }, api));
  const facts = await Promise.all(tools.map((tool) => toolFacts(tool, tools)));
  const absent = facts.filter(({ name }) => missing.has(name));
  const marked = facts.map((one) =>
    missing.has(one.name) ? { ...one, purpose: `${one.purpose} Not available: see below.` } : one,
  );
  const rows = toolTable(marked).map((row) => row.map(sanitize));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const reasons = absent.map(({ name }) => sanitize(`${name} is not available. ${missing.get(name)}`));
  const notes = reasons.length === 0 ? [] : ['', ...reasons];
  return [...lines, ...notes].map((line) => `${line.trimEnd()}\n`).join('');
}
