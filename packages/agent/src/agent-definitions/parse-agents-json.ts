import { errorText } from '@sluice/base';
import { isJsonObject } from '@sluice/core';
import type { AgentDefinition } from './agent-definition.ts';
import { isTooDeep, TOO_DEEP } from '../definitions/too-deep.ts';
import { misspelledKey } from './misspelled-key.ts';
import { parseDefinition } from './parse-definition.ts';
import { quoted } from './quoted.ts';

export type ParsedAgents =
  | {
      readonly ok: true;
      readonly definitions: readonly AgentDefinition[];
      /** What in them has no effect, one sentence each. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Definitions as JSON, as `--agents` accepts them: `{"name": {"description": …, "prompt": …}}`. Whether their hooks can be read is
 * left to `readAgentsJson`.
 */
export function parseAgentsJson(text: string): ParsedAgents {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `It is not valid JSON: ${errorText(error)}` };
  }
  if (!isJsonObject(value)) {
    return {
      ok: false,
      message: 'It must map names to agents: {"reviewer": {"description": "…", "prompt": "…"}}',
    };
  }
  const definitions: AgentDefinition[] = [];
  const notes: string[] = [];
  for (const [name, given] of Object.entries(value)) {
    if (!isJsonObject(given)) return { ok: false, message: `${quoted(name)} must be an object.` };
    if (isTooDeep(given)) return { ok: false, message: `${quoted(name)}: ${TOO_DEEP}` };
    const { prompt = '', ...rest } = given;
    if (typeof prompt !== 'string') return { ok: false, message: `prompt of ${quoted(name)} must be text.` };
    const fields = new Map(
      Object.entries({ ...rest, name }).map(([key, field]) => [key, { value: field, line: undefined }]),
    );
    const misspelled = misspelledKey(fields);
    if (misspelled !== undefined) return { ok: false, message: `${quoted(name)}: ${misspelled.message}` };
    const parsed = parseDefinition(fields, prompt.trim(), {
      source: 'flag',
      file: undefined,
      isTrusted: true,
    });
    if (!parsed.ok) return { ok: false, message: `${quoted(name)}: ${parsed.problem.message}` };
    definitions.push(parsed.definition);
    if (prompt.trim() === '')
      notes.push(`${quoted(name)}: it has no prompt, so it works with the built-in one. Add "prompt": "…".`);
    notes.push(...(parsed.notes ?? []).map(({ message }) => `${quoted(name)}: ${message}`));
  }
  return { ok: true, definitions, notes };
}
