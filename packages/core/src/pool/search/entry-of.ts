import { getOwn, isJsonObject } from '../../data/json.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { ModelTool } from '../../ports/model.ts';
import { serverOf } from '../server-of.ts';
import type { ToolEntry } from './tool-entry.ts';

/** What tool search knows about a tool, as it is described to the model. */
export function entryOf(tool: AnyTool, { name, description, inputSchema }: ModelTool): ToolEntry {
  const properties = getOwn(inputSchema, 'properties');
  return {
    name,
    searchHint: tool.searchHint,
    server: serverOf(tool),
    description,
    parameters: isJsonObject(properties) ? Object.keys(properties) : [],
  };
}
