import { cutLine, getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { isNestedDeeper, MAX_NESTING } from '../../nesting.ts';
import { cleanText } from './clean-text.ts';
import { MAX_NAME } from './shown-limits.ts';

/** A server's tool, as far as it can be used. */
export interface ListedTool {
  /** As the server defines it: the name on the wire. */
  readonly name: string;
  readonly title: string | undefined;
  /** For the model: cleaned and bounded. */
  readonly description: string;
  /** As the server defines it: used for validation. */
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  readonly hints: ToolHints;
  /** Those of its annotations that are true or false. */
  readonly annotations: JsonObject;
  readonly meta: JsonObject;
}

/** What a server declares about a tool's effects; the protocol's defaults for the rest. */
export interface ToolHints {
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
  readonly isOpenWorld: boolean;
}

const MAX_TEXT_BYTES = 2_048;

/** Reads one item of `tools/list`; a text says why the tool can't be used. */
export function readTool(item: unknown): ListedTool | string {
  if (!isJsonObject(item)) return 'An item of the list is not an object.';
  const name = getOwn(item, 'name');
  if (typeof name !== 'string' || name === '') return 'A tool has no name.';
  if (name.length > MAX_NAME)
    return `The name of a tool has ${name.length} characters; ${MAX_NAME} are supported: ${JSON.stringify(cutLine(name, 80))}.`;
  if (isNestedDeeper(item))
    return `The tool ${JSON.stringify(name)} has more than ${MAX_NESTING} levels of nesting.`;
  const schema = getOwn(item, 'inputSchema');
  if (!isJsonObject(schema)) return `The tool ${JSON.stringify(name)} has no "inputSchema".`;
  const type = getOwn(schema, 'type');
  if (type !== undefined && type !== 'object')
    return `The input of the tool ${JSON.stringify(name)} is not an object: its schema has the type ${cutLine(JSON.stringify(type), 80)}.`;
  const given = getOwn(item, 'annotations');
  const annotations = isJsonObject(given) ? given : {};
  const outputSchema = getOwn(item, 'outputSchema');
  const title = getOwn(item, 'title') ?? getOwn(annotations, 'title');
  const description = getOwn(item, 'description');
  const meta = getOwn(item, '_meta');
  return {
    name,
    title: typeof title === 'string' ? cleanText(title, 200) : undefined,
    description: typeof description === 'string' ? cleanText(description, MAX_TEXT_BYTES) : '',
    inputSchema: schema,
    outputSchema: isJsonObject(outputSchema) ? outputSchema : undefined,
    hints: hintsIn(annotations),
    annotations: Object.fromEntries(
      Object.entries(annotations).filter(([, value]) => typeof value === 'boolean'),
    ),
    meta: isJsonObject(meta) ? meta : {},
  };
}

function hintsIn(annotations: JsonObject): ToolHints {
  const hint = (key: string, assumed: boolean): boolean => {
    const value = getOwn(annotations, key);
    return typeof value === 'boolean' ? value : assumed;
  };
  return {
    isReadOnly: hint('readOnlyHint', false),
    isDestructive: hint('destructiveHint', true),
    isIdempotent: hint('idempotentHint', false),
    isOpenWorld: hint('openWorldHint', true),
  };
}
