import {
  getOwn,
  isJsonObject,
  type AnyTool,
  type InputValidator,
  type JsonObject,
  type ToolSchema,
} from '@sluice/core';
import { rootedSchema } from './rooted-schema.ts';

/**
 * What the structured content of a tool's results fits, as the list of tools shows it: its own schema, or the one that the server behind
 * this one lists. Undefined: nothing is promised. A schema that can't be compiled is not a promise: a client that tried would have no
 * list. Neither is one whose root isn't an object, which the protocol can't list.
 */
export async function promisedOutput(
  tool: AnyTool,
  validator: InputValidator,
): Promise<ToolSchema | undefined> {
  const listed = getOwn(tool.annotations, 'mcpOutputSchema');
  // Our own schemas check what they describe; a server's is checked as it is listed.
  if (!isJsonObject(listed)) return tool.outputSchema && rootedSchema(tool.outputSchema) && tool.outputSchema;
  const rooted = rootedSchema(listed);
  if (rooted === undefined) return undefined;
  const probed = await validator.validate(rooted, {});
  return probed.ok || probed.schemaError === undefined ? rooted : undefined;
}

/** Characters of JSON of a server's structured content: as much as a result may have at most. */
const MAX_CHARS = 500_000;

/** The structured content of a client view. Undefined: it has none, or more than a client gets. */
export function structureIn(tool: AnyTool, clientView: unknown): JsonObject | undefined {
  const isForeign = isOfServer(tool);
  const view = isForeign && isJsonObject(clientView) ? getOwn(clientView, 'structuredContent') : clientView;
  const text = JSON.stringify(view ?? null);
  if (isForeign && text.length > MAX_CHARS) return undefined;
  const structure: unknown = JSON.parse(text);
  return isJsonObject(structure) ? structure : undefined;
}

/** It belongs to a server behind this one. */
export function isOfServer(tool: AnyTool): boolean {
  return getOwn(tool.annotations, 'mcpServer') !== undefined;
}

/** As a client checks it: nothing is converted. */
export async function fitsPromise(
  structure: JsonObject,
  schema: ToolSchema,
  validator: InputValidator,
): Promise<boolean> {
  const checked = await validator.validate(schema, structure);
  return checked.ok && checked.coercions.length === 0;
}
