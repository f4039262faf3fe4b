import { sanitize, toolDefinitions, type AnyTool, type ModelApi } from '@sluice/core';
import { toolFacts } from './tool-facts.ts';
import { toolTable } from './tool-table.ts';
import { jsonText } from '../json-text.ts';

/** The definitions as JSON for a model API; without an API, a table for people. */
export async function listTools(tools: readonly AnyTool[], api: ModelApi | undefined): Promise<string> {
  if (api !== undefined) return jsonText(await toolDefinitions({ tools }, api));
  const rows = toolTable(await Promise.all(tools.map((tool) => toolFacts(tool, tools)))).map((row) =>
    row.map(sanitize),
  );
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
