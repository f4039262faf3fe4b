import {
  getOwn,
  isJsonObject,
  type AnyTool,
  type InputValidator,
  type JsonObject,
  type ToolSchema,
} from '@sluice/core';
import type { Structure } from './bound-structure.ts';
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

/** The structured content of a client view. Undefined: it has none. */
export function structureIn(tool: AnyTool, clientView: unknown): Structure | undefined {
  const isForeign = isOfServer(tool) && isJsonObject(clientView);
  return structureOf(isForeign ? getOwn(clientView, 'structuredContent') : clientView);
}

/** A structure as it is sent. Undefined: it is no object. */
export function structureOf(given: unknown): Structure | undefined {
  const text = JSON.stringify(given ?? null);
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? { value, text } : undefined;
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
